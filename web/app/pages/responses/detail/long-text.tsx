import { useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { formatNumber } from '../../../texts/format.ts';
import { t } from '../texts/t.ts';

const lengthMax = 1000;

/**
 * Shows another person's text with its lines, in its own direction. Cuts off a long one until the user asks for the
 * rest.
 */
export function LongText({ text }: { readonly text: string }) {
  const [all, setAll] = useState(false);
  const isLong = text.length > lengthMax;
  return (
    <>
      <p class="written" dir="auto">
        <bdi>{all || !isLong ? text : `${text.slice(0, lengthMax)}…`}</bdi>
      </p>
      {isLong && (
        <Button size="small" kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('showLess') : t('showAll', { count: formatNumber(text.length) })}
        </Button>
      )}
    </>
  );
}
