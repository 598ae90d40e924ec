import { useState } from 'preact/hooks';
import { auditActions } from '../../../../shared/contracts/audit-actions.ts';
import { call } from '../../api/client.ts';
import { useAction, useList, useLoad } from '../../api/load.ts';
import type { ItemOf } from '../../api/operations.ts';
import { Button } from '../../parts/button.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { EmptyState, Loading } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields.tsx';
import { KeptResponses } from '../../parts/kept-responses.tsx';
import { More, PageHead } from '../../parts/page.tsx';
import { PersonSelect, useFormTitles, useNames } from '../../parts/select/selects.tsx';
import { shortName } from '../../parts/short-name.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { useQuery } from '../../router/query.ts';
import { formatDateTime } from '../../texts/format.ts';
import { t as base } from '../../texts/t.ts';
import { texts } from '../../texts/translate.ts';
import { en } from './texts/en.ts';

const t = await texts(en, { de: async () => (await import('./texts/de.ts')).de });

type AuditEvent = ItemOf<'GET /audit-events'>;
type ApiKey = Pick<ItemOf<'GET /api-keys'>, 'id' | 'name'>;

const filterNames = ['action', 'actor_id', 'subject_id', 'from', 'to'] as const;
type Filter = Partial<Record<(typeof filterNames)[number], string>>;

/** The audit trail. Its filters are in the URL. */
export default function AuditTrail() {
  const { query, change } = useQuery();
  const filter: Filter = Object.fromEntries(filterNames.flatMap(name => (query[name] ? [[name, query[name]]] : [])));
  const { data: keys } = useLoad(signal => call('GET /api-keys', { query: { limit: 100 }, signal }), []);
  const list = useList<AuditEvent>(
    (cursor, signal) =>
      call('GET /audit-events', { query: { ...filter, cursor, total: false }, ...(signal && { signal }) }),
    [JSON.stringify(filter)],
  );
  const names = useRecordNames(list.data?.items ?? [], keys?.items ?? []);
  const more = useAction(list.more);
  return (
    <>
      <PageHead title={base('audit')} help={t('help')} />
      <FilterBar
        key={JSON.stringify(filter)}
        filter={filter}
        keys={keys?.items ?? []}
        onChange={change}
        error={list.error}
      />
      <Loading of={list} shape="rows" lines={8}>
        {({ items, hasMore }) =>
          items.length === 0 ? (
            <EmptyState icon="list" title={t('none')}>
              {t('noneHelp')}
            </EmptyState>
          ) : (
            <>
              <Table caption={t('caption')} columns={columnsOf(names)} rows={items} rowKey={({ id }) => id} />
              <More hasMore={hasMore} onMore={more.run} busy={more.busy} />
            </>
          )
        }
      </Loading>
    </>
  );
}

/** Names by ID: of people, and from this environment the titles of forms and the names of keys. */
function useRecordNames(events: readonly AuditEvent[], keys: readonly ApiKey[]): ReadonlyMap<string, string> {
  const ids = events.flatMap(({ actor, subjectId }) => [actor.id, subjectId]);
  const nameOf = useNames(ids, ({ email }) => email);
  const titles = useFormTitles(ids.filter(id => id.startsWith('form_')));
  return new Map([
    ...ids.map(id => [id, nameOf(id)] as const).filter(([id, name]) => id !== name),
    ...titles,
    ...keys.map(({ id, name }) => [id, name] as const),
  ]);
}

/** Shows a record by its name at the time of the event or today, or by the end of its ID. */
const Named = ({ id, name }: { id: string; name: string | null | undefined }) => (
  <span title={id}>{name ? <bdi>{name}</bdi> : <code>{id.replace(/(?<=_).{7,}/, `…${shortName(id)}`)}</code>}</span>
);

type BarProps = { filter: Filter; keys: readonly ApiKey[]; onChange: (changes: Filter) => void; error: unknown };

function FilterBar({ filter, keys, onChange, error }: BarProps) {
  const [wanted, setWanted] = useState(filter);
  const set = (name: keyof Filter) => (value: string) => setWanted({ ...wanted, [name]: value });
  const actions = [{ value: '', label: t('anyAction') }, ...auditActions.map(value => ({ value, label: t(value) }))];
  const submit = (event: Event) => {
    event.preventDefault();
    onChange({ ...Object.fromEntries(filterNames.map(name => [name, ''])), ...wanted });
  };
  return (
    <form class="toolbar" noValidate onSubmit={submit}>
      <Select
        label={t('action')}
        value={filter.action ?? ''}
        onInput={action => onChange({ action })}
        options={actions}
        error={errorAt(error, 'action')}
      />
      <TextField
        label={t('from')}
        type="date"
        value={wanted.from ?? ''}
        onInput={set('from')}
        error={errorAt(error, 'from')}
      />
      <TextField label={t('to')} type="date" value={wanted.to ?? ''} onInput={set('to')} error={errorAt(error, 'to')} />
      <PersonSelect
        label={t('who')}
        value={wanted.actor_id ?? ''}
        before={[{ value: '', label: t('anyone') }, ...keys.map(({ id, name }) => ({ value: id, label: name }))]}
        takesIds
        onInput={actorId => onChange({ actor_id: actorId })}
        error={errorAt(error, 'actor_id')}
      />
      <TextField
        label={t('subjectId')}
        value={wanted.subject_id ?? ''}
        onInput={set('subject_id')}
        error={errorAt(error, 'subject_id')}
      />
      <Button type="submit">{t('filter')}</Button>
    </form>
  );
}

const columnsOf = (names: ReadonlyMap<string, string>): Column<AuditEvent>[] => [
  {
    key: 'action',
    head: t('action'),
    names: true,
    whole: true,
    cell: ({ action, times }) => (
      <>
        <span title={action}>{t(action)}</span> {times > 1 && t('times', { count: times })}
      </>
    ),
  },
  {
    key: 'who',
    head: t('who'),
    cell: ({ actor }) => (
      <>
        {actor.kind !== 'session' && t(actor.kind)} <Named id={actor.id} name={actor.name ?? names.get(actor.id)} />
      </>
    ),
  },
  {
    key: 'subject',
    head: t('subject'),
    cell: ({ subjectId, subjectName, responseIds = [], exceptions = [], changes }) => (
      <>
        <Named id={subjectId} name={subjectName ?? names.get(subjectId)} />
        {responseIds.length > 0 && (
          <span class="help" title={responseIds.join('\n')}>
            {' '}
            {t('ofResponses', { count: responseIds.length })}
          </span>
        )}
        {changes?.reason && <p class="help">{t('reason', { reason: changes.reason })}</p>}
        <KeptResponses summary={t('kept', { count: exceptions.length })} of={exceptions} />
      </>
    ),
  },
  { key: 'environment', head: t('environment'), wideOnly: true, cell: ({ environment }) => base(environment) },
  {
    key: 'where',
    head: t('where'),
    wideOnly: true,
    cell: ({ sourceIp, userAgent }) => <span title={userAgent ?? ''}>{sourceIp}</span>,
  },
  { key: 'when', head: t('when'), whole: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
];
