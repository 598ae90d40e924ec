import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading, Notice } from '../../parts/feedback.tsx';
import { KeptResponses } from '../../parts/kept-responses.tsx';
import { adopt } from '../../styles/adopt.ts';
import { formatBytes, formatExact } from '../../texts/format.ts';
import { t as base } from '../../texts/t.ts';
import { DeadlineOf, type RequestPart, StateOf, type SubjectRequest, stateOf, useProgress, whoIs } from './subject.tsx';
import css from './subjects.css';
import { t } from './texts/t.ts';

/** Shows a request: its progress, the results, and the file of an export, in one of its environments. */
export function RequestDialog({ id: first, onClose }: { id: string; onClose: () => void }) {
  adopt(css);
  const [part, setPart] = useState<Pick<RequestPart, 'id' | 'environment'>>();
  const { id = first, environment } = part ?? {};
  const headers = environmentHeader(environment);
  const loaded = useLoad(signal => call('GET /data-subjects/{id}', { params: { id }, headers, signal }), [id]);
  useProgress(loaded.data ? [loaded.data] : [], loaded.reload);
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      onSubmit={onClose}
      footer={<Button onClick={loaded.reload}>{t('refresh')}</Button>}
    >
      <Loading of={loaded}>
        {request => (
          <div class="stack">
            <p>
              {t(request.type)}: <strong>{whoIs(request)}</strong> <StateOf state={stateOf(request)} />
            </p>
            {request.environments && <Parts parts={request.environments} shown={request.id} onOpen={setPart} />}
            <p>
              {t('deadline')}: <DeadlineOf {...request} />
            </p>
            {request.note && (
              <p>
                {t('note')}: {request.note}
              </p>
            )}
            {request.reason && <Notice tone="red">{request.reason}</Notice>}
            <p>
              {t('found')}: {request.found}
              {request.type === 'erase' && `, ${t('erased')}: ${request.erased}`}
              {request.views > 0 && `, ${t('views')}: ${request.views}`}
            </p>
            {request.pending && request.pending.buckets.length > 0 && (
              <Notice tone="amber">{t('pendingHelp', { buckets: request.pending.buckets.join(', ') })}</Notice>
            )}
            <KeptResponses summary={t('kept', { count: request.except.length })} of={request.except} />
            <Disclosures to={request.disclosedTo} />
            <ul>
              {request.forms.map(({ formId, found }) => (
                <li key={formId}>{t('inForm', { count: found, form: formId })}</li>
              ))}
            </ul>
            {request.file && (
              <p class="actions">
                {request.downloads.map(({ format, bytes, url }, at) => (
                  <a key={format} href={url} class={at === 0 ? 'button primary' : 'button'}>
                    {t(format)} ({formatBytes(bytes)})
                  </a>
                ))}
                <small>{t('until', { time: formatExact(request.file.expiresAt) })}</small>
              </p>
            )}
            {request.file && request.file.files > 0 && <Files id={id} headers={headers} />}
            {request.type === 'erase' && <NotReached />}
          </div>
        )}
      </Loading>
    </Dialog>
  );
}

/** Names the environment of a part, if it is not the page's own. */
export const environmentHeader = (
  environment: RequestPart['environment'] | undefined,
): Readonly<Record<string, string>> => (environment ? { 'x-environment': environment } : {});

type PartsProps = {
  readonly parts: readonly RequestPart[];
  readonly shown: string;
  readonly onOpen: (part: RequestPart) => void;
};

/** Shows how far a request is in each environment, and opens one of them. */
const Parts = ({ parts, shown, onOpen }: PartsProps) => (
  <ul class="subject-parts">
    {parts.map(part => (
      <li key={part.id}>
        <span>{base(part.environment)}</span>
        <StateOf state={part.state} />
        <span>
          {t('found')}: {part.found}
          {part.erased > 0 && `, ${t('erased')}: ${part.erased}`}
        </span>
        {part.id !== shown && (
          <Button size="small" label={t('openIn', { what: base(part.environment) })} onClick={() => onOpen(part)}>
            {t('open')}
          </Button>
        )}
      </li>
    ))}
  </ul>
);

type DisclosuresProps = { readonly to: SubjectRequest['disclosedTo'] };

/** Shows who got erased responses, and what was removed there. */
function Disclosures({ to }: DisclosuresProps) {
  const others = to.filter(({ rows }) => rows === null);
  return (
    <>
      {to.map(
        ({ id, name, rows }) =>
          rows && (
            <Notice key={id} tone={rows.pending + rows.failed > 0 ? 'amber' : 'green'}>
              {t('rowsIn', { receiver: receiverName(name), ...rows })}
            </Notice>
          ),
      )}
      {others.length > 0 && (
        <Notice tone="amber">
          {t('disclosedTo', { receivers: others.map(({ name }) => receiverName(name)).join(', ') })}
        </Notice>
      )}
    </>
  );
}

/** The names of services, which are the same in every language. */
const services = new Map([
  ['google_sheets', 'Google Sheets'],
  ['notion', 'Notion'],
  ['airtable', 'Airtable'],
  ['slack', 'Slack'],
  ['discord', 'Discord'],
  ['teams', 'Teams'],
]);

/** Returns the name of a service, or the host of a webhook as it is. */
const receiverName = (name: string): string => services.get(name) ?? name;

const places = ['notMentions', 'notDownloads', 'notReceivers', 'notBackups', 'notTrail'] as const;

/** Lists where an erasure does not reach, so that people can erase there too. */
export const NotReached = () => (
  <details>
    <summary>{t('notReached')}</summary>
    <ul>
      {places.map(place => (
        <li key={place}>{t(place)}</li>
      ))}
    </ul>
  </details>
);

type FilesProps = { readonly id: string; readonly headers: ReturnType<typeof environmentHeader> };

function Files({ id, headers }: FilesProps) {
  const loaded = useLoad(
    signal => call('GET /data-subjects/{id}/files', { params: { id }, query: { limit: 1000 }, headers, signal }),
    [id],
  );
  return (
    <Loading of={loaded}>
      {({ items }) => (
        <>
          <h3>{t('files')}</h3>
          <ul>
            {items.map(file => (
              <li key={file.id}>
                {file.url === null ? file.name : <a href={file.url}>{file.name}</a>} ({formatBytes(file.size)}){' '}
                {file.withheld}
              </li>
            ))}
          </ul>
        </>
      )}
    </Loading>
  );
}
