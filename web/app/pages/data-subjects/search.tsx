import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Badge, Loading, Notice } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Link } from '../../parts/link.tsx';
import { Checkbox } from '../../parts/more-fields.tsx';
import { confirm } from '../../parts/notices.tsx';
import { shortName } from '../../parts/short-name.ts';
import { adopt } from '../../styles/adopt.ts';
import { t as base } from '../../texts/t.ts';
import { environmentHeader, NotReached } from './request.tsx';
import {
  hasEnded,
  partsOf,
  type RequestPart,
  StateOf,
  type SubjectRequest,
  stateOf,
  useProgress,
  whoIs,
} from './subject.tsx';
import css from './subjects.css';
import { t } from './texts/t.ts';

type Hit = ItemOf<'GET /data-subjects/{id}/hits'> & Pick<RequestPart, 'environment'>;

/** The kinds of responses that an erasure can remove, and of what it leaves. */
const [erasable, others] = [['named', 'mentioned', 'notes'] as const, ['recipients', 'accounts'] as const];

/** The number of hits of an environment that are shown. */
const shownMax = 1000;

type SearchDialogProps = {
  readonly id: string;
  readonly onClose: () => void;
  readonly onErase: (erasure: SubjectRequest) => void;
};

/** Shows what a search has found, and starts an erasure of what is chosen. */
export function SearchDialog({ id, onClose, onErase }: SearchDialogProps) {
  adopt(css);
  const loaded = useLoad(signal => call('GET /data-subjects/{id}', { params: { id }, signal }), [id]);
  useProgress(loaded.data ? [loaded.data] : [], loaded.reload);
  const [choices, setChoices] = useState<Choices>({});
  const [hits, setHits] = useState<readonly Hit[]>([]);
  const request = loaded.data;
  const chosen = chosenOf(hits, choices);
  const erase = () => {
    if (!request || chosen.erased.length === 0) return;
    confirm({
      title: t('eraseTitle', { who: whoIs(request) }),
      text: t('eraseHelp', { count: chosen.erased.length, kept: chosen.kept.length }),
      action: t('startErase'),
      danger: true,
      run: async () => onErase(await startErasure(request, chosen)),
    });
  };
  return (
    <Dialog
      wide
      title={t('searchTitle')}
      onClose={onClose}
      onSubmit={erase}
      footer={
        <>
          <Button onClick={loaded.reload}>{t('refresh')}</Button>
          <Button type="submit" kind="danger" disabled={chosen.erased.length === 0 || chosen.lacksReason}>
            {t('eraseChosen', { count: chosen.erased.length })}
          </Button>
        </>
      }
    >
      <Loading of={loaded}>
        {found => (
          <div class="stack">
            <p>
              {t('search')}: <strong>{whoIs(found)}</strong> <StateOf state={stateOf(found)} />
            </p>
            {partsOf(found).map(
              part =>
                part.reason && (
                  <Notice key={part.id} tone="red">
                    {base(part.environment)}: {part.reason}
                  </Notice>
                ),
            )}
            {hasEnded(found) && <Hits of={found} choices={choices} onChoose={setChoices} onLoad={setHits} />}
            <NotReached />
          </div>
        )}
      </Loading>
    </Dialog>
  );
}

/** Of each response that is not as proposed: whether it is erased, and why it is kept. */
type Choices = Readonly<Record<string, { readonly erased: boolean; readonly reason: string }>>;

/** An erasure removes the responses that name the person, unless somebody decides otherwise. */
const choiceOf = ({ id, kind }: Hit, choices: Choices) => choices[id] ?? { erased: kind === 'named', reason: '' };

/** Returns what an erasure would remove and keep. */
function chosenOf(hits: readonly Hit[], choices: Choices) {
  const responses = hits.filter(({ formId }) => formId !== null);
  const erased = responses.filter(hit => choiceOf(hit, choices).erased);
  const kept = responses.filter(hit => hit.kind === 'named' && !choiceOf(hit, choices).erased);
  const except = kept.map(hit => ({ responseId: hit.id, reason: choiceOf(hit, choices).reason.trim() }));
  const mentions = erased.filter(({ kind }) => kind !== 'named').map(({ id }) => id);
  return { erased, kept, except, mentions, lacksReason: except.some(({ reason }) => reason === '') };
}

function startErasure(
  request: SubjectRequest,
  { except, mentions }: Pick<ReturnType<typeof chosenOf>, 'except' | 'mentions'>,
): Promise<SubjectRequest> {
  const { id: searchId, environments, deadline, note } = request;
  // No environment has more responses to erase than the search has found there.
  const responsesMax = Math.max(1, ...partsOf(request).map(({ found }) => found));
  const where = environments ? ('all' as const) : ('one' as const);
  const body = { searchId, environments: where, responsesMax, except, mentions, deadline, ...(note && { note }) };
  return call('POST /data-subjects/erase', { body });
}

type HitsProps = {
  readonly of: SubjectRequest;
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly onLoad: (hits: readonly Hit[]) => void;
};

/** Shows the hits of all environments by kind. */
function Hits({ of, choices, onChoose, onLoad }: HitsProps) {
  const loaded = useLoad(
    async signal => {
      const pages = partsOf(of).map(async ({ id, environment }) => {
        const input = { params: { id }, query: { limit: shownMax }, headers: environmentHeader(environment), signal };
        const page = await call('GET /data-subjects/{id}/hits', input);
        return { hits: page.items.map(hit => ({ ...hit, environment })), hasMore: page.hasMore };
      });
      const all = await Promise.all(pages);
      const hits = all.flatMap(page => page.hits);
      onLoad(hits);
      return { hits, hasMore: all.some(({ hasMore }) => hasMore) };
    },
    [of.id],
  );
  const choose = (id: string, choice: Choices[string]) => onChoose({ ...choices, [id]: choice });
  return (
    <Loading of={loaded}>
      {({ hits, hasMore }) => (
        <>
          {hits.length === 0 && <Notice>{t('noHits')}</Notice>}
          {hasMore && <Notice tone="amber">{t('moreHits', { count: shownMax })}</Notice>}
          {erasable.map(kind => (
            <HitGroup key={kind} kind={kind} hits={hits.filter(hit => hit.kind === kind)}>
              {hit => <Choice hit={hit} choice={choiceOf(hit, choices)} onChoose={choice => choose(hit.id, choice)} />}
            </HitGroup>
          ))}
          {others.map(kind => (
            <HitGroup key={kind} kind={kind} hits={hits.filter(hit => hit.kind === kind)}>
              {hit => <Address hit={hit} />}
            </HitGroup>
          ))}
        </>
      )}
    </Loading>
  );
}

type HitGroupProps = {
  readonly kind: Hit['kind'];
  readonly hits: readonly Hit[];
  readonly children: (hit: Hit) => preact.JSX.Element;
};

const HitGroup = ({ kind, hits, children }: HitGroupProps) =>
  hits.length > 0 && (
    <section>
      <h3>
        {t(kind)} ({hits.length})
      </h3>
      <p class="help">{t(`${kind}Help`)}</p>
      <ul class="subject-hits">
        {hits.map(hit => (
          <li key={hit.id}>{children(hit)}</li>
        ))}
      </ul>
    </section>
  );

type ChoiceProps = {
  readonly hit: Hit;
  readonly choice: Choices[string];
  readonly onChoose: (choice: Choices[string]) => void;
};

/** A response that is erased or kept, with the reason if it names the person. */
function Choice({ hit, choice: { erased, reason }, onChoose }: ChoiceProps) {
  const { environment } = useSession();
  const isHere = hit.environment === environment && !hit.archived;
  const name = shortName(hit.id);
  return (
    <>
      <div class="subject-hit">
        <Checkbox label={placeOf(hit)} checked={erased} onInput={checked => onChoose({ erased: checked, reason })} />
        {hit.environment !== environment && <Badge>{base(hit.environment)}</Badge>}
        {hit.archived && <Badge>{t('archived')}</Badge>}
        {isHere && (
          <Link to={`/forms/${hit.formId}/responses/${hit.id}`} label={t('openIn', { what: name })}>
            {t('open')}
          </Link>
        )}
      </div>
      {!erased && hit.kind === 'named' && (
        <TextField
          label={t('keepReason', { response: name })}
          help={t('keepReasonHelp')}
          maxLength={200}
          value={reason}
          onInput={text => onChoose({ erased, reason: text })}
        />
      )}
    </>
  );
}

/** Says where a response is about the person. */
function placeOf({ id, formId, formTitle, fields, noteIds, replyIds }: Hit): string {
  const places = [
    ...fields.map(({ id: fieldId, label }) => label ?? fieldId),
    ...(noteIds.length > 0 ? [t('inNotes', { count: noteIds.length })] : []),
    ...(replyIds.length > 0 ? [t('inReplies', { count: replyIds.length })] : []),
  ];
  return `${formTitle ?? formId} · ${shortName(id)}: ${places.join(', ')}`;
}

/** A hit that an erasure leaves: where to change it. */
function Address({ hit }: { readonly hit: Hit }) {
  const { environment } = useSession();
  const isHere = hit.kind === 'accounts' || hit.environment === environment;
  const to = hit.kind === 'accounts' ? '/members' : `/integrations/${hit.id}`;
  const name = t(hit.id.startsWith('usr_') ? 'aMember' : hit.kind === 'accounts' ? 'anInvitation' : 'anIntegration');
  return (
    <>
      {isHere ? <Link to={to}>{name}</Link> : name} <code>{shortName(hit.id)}</code>{' '}
      {!isHere && <Badge>{base(hit.environment)}</Badge>}
    </>
  );
}
