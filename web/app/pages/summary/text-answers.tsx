import type { FieldSummary } from '../../../../shared/domain/summaries/summary.ts';
import { Link } from '../../parts/link.tsx';
import { formatAgo } from '../../texts/format.ts';
import { t } from './texts/t.ts';

type TextSamples = NonNullable<Extract<FieldSummary, { texts?: unknown }>['texts']>;

type TextAnswersProps = { readonly formId: string; readonly texts: TextSamples; readonly sampled: number };

/** The newest text answers, each with a link to its response, and the most frequent words. */
export const TextAnswers = ({ formId, texts: { latest, words }, sampled }: TextAnswersProps) => (
  <>
    <ul class="latest">
      {latest.map(({ responseId, submittedAt, answer }) => (
        <li key={responseId}>
          <Link to={`/forms/${formId}/responses/${responseId}`}>
            <span dir="auto">{answer}</span>
            <time dateTime={submittedAt}>{formatAgo(submittedAt)}</time>
          </Link>
        </li>
      ))}
    </ul>
    {words.length > 0 && (
      <div>
        <h3>{t('moreWords')}</h3>
        <ul class="words">
          {words.slice(0, 12).map(({ word, count }) => (
            <li key={word}>
              <bdi>{word}</bdi> <span>{count}</span>
            </li>
          ))}
        </ul>
      </div>
    )}
    <p class="help">{t('latestOf', { count: sampled })}</p>
  </>
);
