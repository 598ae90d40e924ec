import { useState } from 'preact/hooks';
import type { FormContent } from '../../../../../shared/domain/forms/content.ts';
import { type Difference, differencesOf } from '../../../../../shared/domain/forms/form-changes.ts';
import { call } from '../../../api/client.ts';
import { useLoad } from '../../../api/load.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Badge, Loading } from '../../../parts/feedback.tsx';
import { toast } from '../../../parts/notices.tsx';
import { useNames } from '../../../parts/select/selects.tsx';
import { formatDateTime } from '../../../texts/format.ts';
import { useEditor } from '../context.ts';
import { t } from '../texts/t.ts';
import { nameOfDifference } from '../wording.ts';
import { Differences } from './differences.tsx';
import { withContent } from './stored-form.ts';

type Version = ItemOf<'GET /forms/{id}/versions'>;

type VersionsProps = { readonly formId: string; readonly onClose: () => void };

/** The versions that visitors saw: who published them, what changed, how they differ from the draft, and a way back. */
export default function Versions({ formId, onClose }: VersionsProps) {
  const loaded = useLoad(signal => call('GET /forms/{id}/versions', { params: { id: formId }, signal }), [formId]);
  return (
    <Dialog title={t('versions')} onClose={onClose} wide>
      <Loading of={loaded} lines={4}>
        {({ items }) =>
          items.length === 0 ? <p class="help">{t('noVersions')}</p> : <VersionList versions={items} onDone={onClose} />
        }
      </Loading>
    </Dialog>
  );
}

function VersionList({ versions, onDone }: { readonly versions: readonly Version[]; readonly onDone: () => void }) {
  const nameOf = useNames(versions.flatMap(({ createdBy }) => createdBy ?? []));
  const nameOfAuthor = (id: string) => (nameOf(id) === id ? t('apiKey') : nameOf(id));
  return (
    <ol class="ed-versions">
      {versions.map(version => (
        <VersionItem
          key={version.number}
          version={version}
          by={version.createdBy && nameOfAuthor(version.createdBy)}
          onDone={onDone}
        />
      ))}
    </ol>
  );
}

type ItemProps = { readonly version: Version; readonly by: string | null; readonly onDone: () => void };

function VersionItem({ version, by, onDone }: ItemProps) {
  const { draft, act } = useEditor();
  const [content, setContent] = useState<FormContent>();
  const { formId: id, number, createdAt, isCurrent, changes } = version;
  const name = t('version', { number });
  const read = async (): Promise<FormContent> => {
    const stored: object = await call('GET /forms/{id}/versions/{number}', { params: { id, number: String(number) } });
    return stored as FormContent;
  };
  const restore = async () => {
    const former = content ?? (await read());
    act(present => withContent(present, former));
    onDone();
    toast(t('restoredVersion', { number }));
  };
  const former = content && withContent(draft, content);
  const differences = former && differencesOf(former, former, draft);
  return (
    <li>
      <h3>
        {name} {isCurrent && <Badge tone="green">{t('currentVersion')}</Badge>}
      </h3>
      <p class="help">
        {by ? t('versionBy', { when: formatDateTime(createdAt), name: by }) : formatDateTime(createdAt)}
      </p>
      {changes.length > 0 && <p>{changes.map(sentenceOf).join(' · ')}</p>}
      <div class="actions">
        <Button
          size="small"
          label={`${t('compare')}: ${name}`}
          aria-expanded={content !== undefined}
          onClick={async () => setContent(content ? undefined : await read())}
        >
          {t('compare')}
        </Button>
        <Button size="small" label={`${t('restore')}: ${name}`} onClick={restore}>
          {t('restore')}
        </Button>
      </div>
      {former && differences && (
        <>
          {differences.length === 0 && <p class="help">{t('sameAsDraft')}</p>}
          <Differences
            differences={differences}
            sides={[
              { label: name, form: former },
              { label: t('now'), form: draft },
            ]}
          />
        </>
      )}
    </li>
  );
}

/** Says one change: `Email: added`. */
const sentenceOf = ({ kind, name, label }: Version['changes'][number]): string => {
  const field = label === null ? undefined : ({ id: name, label } as Difference['field']);
  return `${nameOfDifference({ kind, name, ...(field && { field }) })}: ${t(`difference_${kind}`)}`;
};
