import type { Field } from '../../../../shared/domain/fields/field.ts';
import { lineOf } from '../../../../shared/domain/wording/answer-parts.ts';
import { Icon } from '../../parts/icon.tsx';
import { locale } from '../../texts/language.ts';
import type { Response } from './response.ts';
import { t } from './texts/t.ts';

const lengthMax = 240;

export const truths = { true: t('yes'), false: t('no') } as const;

export const concealedTexts = {
  hidden: t('concealedHidden'),
  masked: t('concealedMasked'),
  unavailable: t('concealedUnavailable'),
  destroyed: t('concealedDestroyed'),
} as const;

/** Shows another person's text on one line: isolated, in its own direction, and cut to what a line can show. */
export const Line = ({ text }: { readonly text: string }) => (
  <bdi class="line-text" dir="auto">
    {text.slice(0, lengthMax)}
  </bdi>
);

type AnswerLineProps = { readonly response: Response; readonly id: string; readonly field: Field | undefined };

/** The answer to a field in a row of the table. */
export function AnswerLine({ response: { answers, concealed }, id, field }: AnswerLineProps) {
  const why = concealed?.[id];
  return (
    <>
      {why && (
        <span class="concealed" title={concealedTexts[why]}>
          <Icon name="shield" />
          <span class="unseen">{concealedTexts[why]}</span>
        </span>
      )}
      <Line text={lineOf(field, answers[id], truths, locale)} />
    </>
  );
}
