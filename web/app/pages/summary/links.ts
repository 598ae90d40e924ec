import type { Form } from '../../../../shared/domain/forms/form.ts';
import { pathTo } from '../../api/base.ts';
import { searchOf } from '../../router/query.ts';
import { type Filters, queryOf } from '../responses/filters.ts';
import { type Conditions, isCut } from './conditions.ts';

/** Returns the link of a bar, which leads to the responses that meet these conditions. */
export type AnswerLinks = (conditions: Conditions | undefined) => string | undefined;

/** Links to the responses with an answer, within the filters of the summary. */
export const linksOf =
  (form: Form, filters: Filters): AnswerLinks =>
  conditions => {
    if (!conditions || Object.values(conditions).some(isCut)) return undefined;
    const query = queryOf({ ...filters, status: 'completed', answers: { ...filters.answers, ...conditions } });
    return pathTo(`/forms/${form.id}/responses${searchOf(query)}`);
  };
