import type { CopyOmission } from './copied-form.ts';
import { t } from './texts/t.ts';

/** Says what a copy does not have. */
export const CopyOmissions = ({ parts }: { parts: readonly CopyOmission[] }) => (
  <>
    <p>{t('leftBehind')}</p>
    <ul>
      {parts.map(part => (
        <li key={part}>{t(`left_${part}`)}</li>
      ))}
    </ul>
  </>
);
