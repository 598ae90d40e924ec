import type { Field } from '../../../../../shared/domain/fields/field.ts';
import { partsOf } from '../../../../../shared/domain/wording/answer-parts.ts';
import { Icon } from '../../../parts/icon.tsx';
import { formatBytes } from '../../../texts/format.ts';
import { locale } from '../../../texts/language.ts';
import { concealedTexts, truths } from '../answer-line.tsx';
import { t } from '../texts/t.ts';
import { ConsentProof } from './consent-proof.tsx';
import { LongText } from './long-text.tsx';
import type { Detail } from './read-detail.ts';

type AnswerViewProps = { readonly id: string; readonly field: Field | undefined; readonly detail: Detail };

/** Shows an answer with everything that is known about it. */
export function AnswerView({ id, field, detail: { response, files } }: AnswerViewProps) {
  const why = response.concealed?.[id];
  const consent = response.meta.consents?.[id];
  const answer = response.answers[id];
  return (
    <>
      {why && (
        <p class="concealed">
          <Icon name="shield" />
          {concealedTexts[why]}
        </p>
      )}
      {field?.type === 'file' || files[id] ? (
        <Files answer={answer} files={files[id]} />
      ) : (
        <Written field={field} answer={answer} unsaid={why !== undefined} />
      )}
      {consent && <ConsentProof formId={response.formId} consent={consent} />}
    </>
  );
}

type WrittenProps = { readonly field: Field | undefined; readonly answer: unknown; readonly unsaid: boolean };

function Written({ field, answer, unsaid }: WrittenProps) {
  const parts = partsOf(field, answer, locale);
  if (parts.kind === 'none') return unsaid ? null : <p class="help">{t('unset')}</p>;
  if (parts.kind === 'truth') return <p>{truths[`${parts.truth}`]}</p>;
  if (parts.kind === 'text') return <LongText text={parts.text} />;
  if (parts.kind === 'rows') {
    return (
      <table class="matrix">
        <tbody>
          {parts.rows.map(([row, column]) => (
            <tr key={row}>
              <th scope="row">
                <bdi>{row}</bdi>
              </th>
              <td>
                <bdi>{column}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  const List = parts.ranked ? 'ol' : 'ul';
  return (
    <List class="chosen">
      {parts.items.map(item => (
        <li key={item}>
          <bdi>{item}</bdi>
        </li>
      ))}
    </List>
  );
}

type FilesProps = { readonly answer: unknown; readonly files: Detail['files'][string] | undefined };

type LinkedFile = { id: string; name: string; size: number; url: string | null; withheld?: string };

/** Shows files with a link that works for an hour, or the reason why there is none. */
function Files({ answer, files }: FilesProps) {
  const found: readonly LinkedFile[] = [files ?? []].flat();
  const ids = [answer ?? []].flat().map(String);
  if (ids.length === 0) return <p class="help">{t('unset')}</p>;
  return (
    <ul class="files">
      {ids.map(id => {
        const file = found.find(one => one.id === id);
        if (!file?.url) return <li key={id}>{t('fileGone')}</li>;
        if (file.url === null)
          return (
            <li key={id}>
              <bdi class="line-text">{file.name}</bdi> <span class="help">{file.withheld}</span>
            </li>
          );
        return (
          <li key={id}>
            <a href={file.url} class="button plain small" aria-label={t('download', { name: file.name })}>
              <Icon name="download" />
              <bdi class="line-text">{file.name}</bdi>
              <span class="help">{formatBytes(file.size)}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
