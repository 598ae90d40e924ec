import type { Output } from '../../api/operations.ts';
import { Notice } from '../../parts/feedback.tsx';
import { inWords } from '../../texts/refusals.ts';

export type FormWarning = NonNullable<Output<'PUT /forms/{id}'>['warnings']>[number];

/** Warns of settings without effect yet, such as a captcha without its secret. */
export const FormWarnings = ({ warnings }: { readonly warnings: readonly FormWarning[] }) => (
  <>
    {warnings.map(({ field, rule, message }) => (
      <Notice key={field} tone="amber">
        <code>{field}</code> {inWords(rule, message)}
      </Notice>
    ))}
  </>
);
