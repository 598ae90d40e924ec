import type { Field } from '../../../../../shared/domain/fields/field.ts';
import { call } from '../../../api/client.ts';
import { t } from './texts/t.ts';

const dayMs = 24 * 3_600_000;

const fields = (): Field[] => [
  { id: 'rating', type: 'rating', label: t('rating'), required: true },
  { id: 'reason', type: 'radio', label: t('reason'), options: reasons() },
  {
    ...{ id: 'score', type: 'scale', label: t('score'), validate: { min: 0, max: 10 } },
    ...{ lowLabel: t('low'), highLabel: t('high') },
  },
  { id: 'words', type: 'textarea', label: t('words'), validate: { maxLength: 2000 } },
];

const reasons = () => [t('search'), t('friend'), t('passing')];

/** The sample responses: stars, reason, score and comment. */
const responses: readonly (readonly [stars: number, reason: number, score: number, words?: 0 | 1 | 2 | 3])[] = [
  [5, 1, 10, 0],
  [4, 0, 8],
  [5, 1, 9, 2],
  [3, 2, 6, 1],
  [4, 0, 8],
  [5, 0, 10],
  [2, 2, 4, 1],
  [4, 1, 9, 3],
  [5, 1, 10],
  [4, 0, 7],
  [3, 2, 7, 3],
  [5, 0, 9, 0],
];

function rows(now: number): string {
  const lines = responses.map(([stars, reason, score, words], index) => {
    const submittedAt = new Date(now - (index + 0.5) * dayMs).toISOString();
    return [submittedAt, stars, reasons()[reason], score, words === undefined ? '' : t(`words${words}`)]
      .map(cell => `"${cell}"`)
      .join(',');
  });
  return ['submittedAt,rating,reason,score,words', ...lines].join('\n');
}

/** Creates a form with sample responses to look at. It stays a draft, so visitors can't use it. Returns its ID. */
export async function addSampleForm(): Promise<string> {
  const { id } = await call('POST /forms', { body: { title: t('form'), fields: fields() } });
  await call('POST /responses/import', { body: { formId: id, csv: rows(Date.now()), delimiter: ',' } });
  return id;
}
