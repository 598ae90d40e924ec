import type { LeftBehind } from './copied-form.ts';
import { t } from './texts/t.ts';

/** Says what a copy does not have. */
export const LeftBehindList = ({ parts }: { parts: readonly LeftBehind[] }) => (
  <>
    <p>{t('leftBehind')}</p>
    <ul>
      {parts.map(part => (
        <li key={part}>{t(`left_${part}`)}</li>
      ))}
    </ul>
  </>
);
