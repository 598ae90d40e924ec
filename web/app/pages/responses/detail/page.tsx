import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { browserName, systemName } from '../../../../../shared/domain/accounts/client-name.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { callTagged } from '../../../api/call-tagged.ts';
import { call } from '../../../api/client.ts';
import { isStale } from '../../../api/errors.ts';
import { useLoad } from '../../../api/load.ts';
import type { Input } from '../../../api/operations.ts';
import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../parts/button.tsx';
import { Loading, messageOf, Notice, Skeleton } from '../../../parts/feedback.tsx';
import { useGo } from '../../../parts/link.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { MenuItem } from '../../../parts/menu-item.tsx';
import { confirm, toast } from '../../../parts/notices.tsx';
import { PageHead, Section } from '../../../parts/page.tsx';
import { type PageProps, pageOf, partOf } from '../../../parts/page-of.tsx';
import { leavePage } from '../../../router/leave-guard.ts';
import { searchOf, useQuery } from '../../../router/query.ts';
import { adopt } from '../../../styles/adopt.ts';
import { formatDateTime, formatExact, formatPercent } from '../../../texts/format.ts';
import { locale } from '../../../texts/language.ts';
import { type Filters, filtersOf, queryOf } from '../filters.ts';
import { formatDuration, RestrictedBadge, StatusBadge } from '../own-cells.tsx';
import { type Response, statuses } from '../response.ts';
import css from '../responses.css';
import { t } from '../texts/t.ts';
import { type StateChange, undoOf } from '../undo-change.ts';
import { AnswersSection } from './answers.tsx';
import { HandlingSection } from './handling.tsx';
import { Notes } from './notes.tsx';
import { personOf } from './person.ts';
import { type Detail, readDetail, readNeighbours } from './read-detail.ts';
import { replyAddresses } from './reply-addresses.ts';
import { RestrictionSection } from './restriction.tsx';

adopt(css);

/** It is loaded when it is opened. */
const ReplyDialog = partOf(() => import('./reply-dialog.tsx'));

/** One response. */
export default function ResponsePage({ params: { id = '', responseId = '' } }: PageProps) {
  const shown = useRef(responseId);
  shown.current = responseId;
  const read = useLoad(
    async signal => {
      const [form, detail] = await Promise.all([
        call('GET /forms/{id}', { params: { id }, signal }),
        readDetail(responseId, signal),
      ]);
      return { form, detail };
    },
    [id, responseId],
  );
  return (
    <Loading of={read} outline={<Outline formId={id} />}>
      {({ form, detail }) => (
        <OneResponse
          key={detail.response.id}
          form={form}
          detail={detail}
          set={next => next.response.id === shown.current && read.set({ form, detail: next })}
        />
      )}
    </Loading>
  );
}

/** It comes after the response. */
const Timeline = pageOf(() => import('./timeline.tsx'), <Skeleton shape="sections" lines={1} />);

const Outline = ({ formId }: { readonly formId: string }) => (
  <>
    <PageHead title="" back={{ to: `/forms/${formId}/responses`, label: t('inbox') }} />
    <Skeleton shape="response" lines={5} />
  </>
);

/** Returns what the user may do with a response: change it at all, change its content, and restrict it. */
function useRights({ spam, restricted }: Response) {
  const { can } = useSession();
  return {
    isChangeable: can(restricted ? 'admin' : 'editor'),
    isOpen: can('editor') && !spam && !restricted,
    isRestrictable: can('admin') && !spam,
  };
}

function RestrictionNotice({ response: { restricted } }: { readonly response: Response }) {
  const { can } = useSession();
  return restricted ? <Notice tone="amber">{t(can('admin') ? 'isRestricted' : 'isRestrictedHidden')}</Notice> : null;
}

type OneProps = { readonly form: Form; readonly detail: Detail; readonly set: (detail: Detail) => unknown };

type ResponsePatch = NonNullable<Input<'PUT /responses/{id}'>['body']>;

function OneResponse({ form, detail, set }: OneProps) {
  const { response } = detail;
  const { isChangeable, isOpen, isRestrictable } = useRights(response);
  const [replying, setReplying] = useState(false);
  const [replies, setReplies] = useState(0);
  /**
   * Returns whether the change was made. If someone else changed the response first, the user must see that change
   * first.
   */
  const change = async (body: ResponsePatch, from = detail): Promise<boolean> => {
    const params = { id: from.response.id };
    try {
      const { record, etag } = await callTagged('PUT /responses/{id}', { params, body }, from.etag);
      const changed = { ...from, response: record, etag };
      set(changed);
      const undo = undoOf(from.response, body as StateChange) as ResponsePatch | undefined;
      toast(t('saved'), undo && (() => change(undo, changed).catch(error => toast(messageOf(error)))));
      return true;
    } catch (error) {
      if (!isStale(error)) throw error;
      set(await readDetail(response.id));
      toast(t('changedElsewhere'));
      return false;
    }
  };
  return (
    <>
      <Head
        form={form}
        response={response}
        {...(isChangeable && { onChange: (body: ResponsePatch) => change(body) })}
        {...(isOpen && replyAddresses(form, response).length > 0 && { onReply: () => setReplying(true) })}
      />
      {replying && (
        <ReplyDialog
          form={form}
          response={response}
          onSent={() => setReplies(replies + 1)}
          onClose={() => setReplying(false)}
        />
      )}
      <SpamNotice response={response} />
      <RestrictionNotice response={response} />
      <div class="response">
        <div>
          <AnswersSection
            form={form}
            detail={detail}
            {...(isOpen && { onSave: answers => change({ answers } as ResponsePatch) })}
          />
        </div>
        <div>
          <HandlingSection
            response={response}
            {...(isOpen && { onChange: changed => change(changed as ResponsePatch) })}
          />
          {isRestrictable && (
            <RestrictionSection response={response} onChange={changed => change(changed as ResponsePatch)} />
          )}
          <Facts response={response} />
          <Notes notes={response.notes} {...(isOpen && { onAdd: note => change({ notes: note } as ResponsePatch) })} />
          <Timeline response={response} version={`${detail.etag} ${replies}`} />
        </div>
      </div>
    </>
  );
}

type HeadProps = {
  readonly form: Form;
  readonly response: Response;
  /** Absent if the user may not change anything. */
  readonly onChange?: (body: ResponsePatch) => Promise<unknown>;
  /** Absent if no reply can be sent. */
  readonly onReply?: () => void;
};

function Head({ form, response, onChange, onReply }: HeadProps) {
  const { query } = useQuery();
  const filters = filtersOf(query);
  const list = `/forms/${form.id}/responses${searchOf(queryOf(filters))}`;
  return (
    <PageHead
      title={personOf(form.fields, response) ?? formatExact(response.submittedAt)}
      back={{ to: list, label: form.title }}
      mark={
        <>
          <StatusBadge status={response.status} /> <RestrictedBadge response={response} />
        </>
      }
      actions={
        <>
          <Steps form={form} response={response} filters={filters} />
          {onReply && (
            <Button icon="mail" aria-haspopup="dialog" onClick={onReply}>
              {t('reply')}
            </Button>
          )}
          <Button icon="print" label={t('print')} onClick={() => print()} />
          {onChange && <Deeds response={response} list={list} onChange={onChange} />}
        </>
      }
    />
  );
}

const SpamNotice = ({ response: { spam } }: { readonly response: Response }) =>
  spam ? (
    <Notice tone="amber">
      {t('spamScore', {
        score: formatPercent(spam.score * 100),
        reasons: spam.reasons.join(', '),
        time: formatDateTime(spam.at),
      })}
    </Notice>
  ) : null;

type StepsProps = { readonly form: Form; readonly response: Response; readonly filters: Filters };

/** Links to the previous and next response in the list. */
function Steps({ form, response, filters }: StepsProps) {
  const go = useGo();
  const neighbours = useLoad(
    signal => readNeighbours(response, filters, signal),
    [response.id, JSON.stringify(filters)],
  );
  const { previous, next } = neighbours.data ?? {};
  const open = (id: string | undefined) =>
    id && leavePage(() => go(`/forms/${form.id}/responses/${id}${searchOf(queryOf(filters))}`));
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step === 'next') open(next);
      if (step === 'previous') open(previous);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <>
      <Button
        icon="left"
        label={t('previous')}
        title={t('keyboard')}
        disabled={!previous}
        onClick={() => open(previous)}
      />
      <Button icon="right" label={t('next')} title={t('keyboard')} disabled={!next} onClick={() => open(next)} />
    </>
  );
}

/** Ignores keys in text fields, and keys with modifiers. */
function stepOf({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): 'next' | 'previous' | undefined {
  const taken =
    target instanceof Element && target.closest('input, select, textarea, dialog, [role^=menu], .table-frame');
  if (taken || altKey || ctrlKey || metaKey) return undefined;
  if (key === 'j' || key === 'ArrowRight') return 'next';
  return key === 'k' || key === 'ArrowLeft' ? 'previous' : undefined;
}

type DeedsProps = {
  readonly response: Response;
  readonly list: string;
  readonly onChange: (body: ResponsePatch) => Promise<unknown>;
};

/** The actions that an editor may take. */
function Deeds({ response, list, onChange }: DeedsProps) {
  const go = useGo();
  const act = (body: ResponsePatch) => onChange(body).catch((error: unknown) => toast(messageOf(error)));
  const remove = () =>
    confirm({
      title: t('deleteOne'),
      text: t('deleteManyText'),
      action: t('deleteOne'),
      danger: true,
      run: async () => {
        await call('DELETE /responses/{id}', { params: { id: response.id } });
        toast(t('deleted', { count: 1 }));
        go(list);
      },
    });
  return (
    <>
      {response.spam && <Button onClick={() => act({ spam: null })}>{t('markNotSpam')}</Button>}
      {!response.spam && !response.restricted && (
        <Menu label={t('changeStatus')} class="button plain" button={t('changeStatus')}>
          {() => (
            <>
              {statuses.map(status => (
                <MenuItem key={status} checked={status === response.status} onClick={() => act({ status })}>
                  {t(status)}
                </MenuItem>
              ))}
              <MenuItem icon="alert" onClick={() => act({ spam: true })}>
                {t('markSpam')}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      <Button icon="trash" label={t('deleteOne')} onClick={remove} />
    </>
  );
}

/** Returns `Firefox on Linux`, or the whole text if it names nothing that people know. */
function browserOf(userAgent: string): string {
  const browser = browserName(userAgent);
  const system = systemName(userAgent);
  return browser && system ? t('browserOn', { browser, system }) : (browser ?? system ?? userAgent);
}

/** `German (Austria)` for `de-AT`. */
function languageOf(tag: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

const Facts = ({
  response: { id, formVersion, startedAt, submittedAt, updatedAt, meta },
}: {
  readonly response: Response;
}) => (
  <Section title={t('response')}>
    <dl class="facts">
      <dt>{t('id')}</dt>
      <dd>
        <code>{id}</code>
      </dd>
      <dt>{t('startedAt')}</dt>
      <dd>{formatExact(startedAt)}</dd>
      <dt>{t('submittedAt')}</dt>
      <dd>{formatExact(submittedAt)}</dd>
      <dt>{t('updatedAt')}</dt>
      <dd>{formatExact(updatedAt)}</dd>
      <dt>{t('formVersion')}</dt>
      <dd>{formVersion}</dd>
      {meta.source && (
        <>
          <dt>{t('source')}</dt>
          <dd>{t(meta.source)}</dd>
        </>
      )}
      {meta.origin && (
        <>
          <dt>{t('origin')}</dt>
          <dd>
            <bdi>{meta.origin}</bdi>
          </dd>
        </>
      )}
      {meta.durationMs !== undefined && (
        <>
          <dt>{t('duration')}</dt>
          <dd>{formatDuration(meta.durationMs)}</dd>
        </>
      )}
      {meta.userAgent && (
        <>
          <dt>{t('userAgent')}</dt>
          <dd>
            <bdi title={meta.userAgent}>{browserOf(meta.userAgent)}</bdi>
          </dd>
        </>
      )}
      {meta.language && (
        <>
          <dt>{t('language')}</dt>
          <dd>
            <bdi>{languageOf(meta.language)}</bdi>
          </dd>
        </>
      )}
    </dl>
  </Section>
);
