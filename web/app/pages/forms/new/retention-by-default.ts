import type { Form } from '../../../../../shared/domain/forms/form.ts';

type Retention = NonNullable<Form['retention']>;

/** How long a form that is created in the dashboard may keep its responses. */
export const retentionChoices = ['6 months', '12 months', '3 years', 'forever'] as const;
export type RetentionChoice = (typeof retentionChoices)[number];

const days = { '6 months': 183, '12 months': 365, '3 years': 1096 } as const;

/** Returns the retention of a new form: as chosen, and for the rest as in its template. */
export function retentionFor(keptFor: RetentionChoice, { partialDays, policy = 'delete' }: Retention = {}): Retention {
  return {
    ...(partialDays !== undefined && { partialDays }),
    ...(keptFor !== 'forever' && { days: days[keptFor], policy }),
  };
}
