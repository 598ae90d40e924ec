import type { Form } from '../../../../shared/domain/forms/form.ts';
import { pathTo } from '../../api/base.ts';
import { searchOf } from '../../parts/query.ts';
import { type Filters, queryOf } from '../responses/filters.ts';

/** Where a bar leads: to the responses behind it. */
export type AnswerLinks = (fieldId: string, value: string) => string | undefined;

/** Links to the responses with an answer, within the filters of the summary. */
export const linksOf =
  (form: Form, filters: Filters): AnswerLinks =>
  (field, value) => {
    if (value === '' || value.endsWith('…')) return undefined;
    const query = queryOf({ ...filters, status: 'completed', answers: { ...filters.answers, [field]: value } });
    return pathTo(`/forms/${form.id}/responses${searchOf(query)}`);
  };
