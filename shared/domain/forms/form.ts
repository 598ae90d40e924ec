import type { FromSchema } from 'json-schema-to-ts';
import type { createForm, getForm, updateForm } from '../../contracts/forms/forms.ts';
import { type Column, columnId, columnsOf } from '../fields/columns.ts';
import type { FieldType } from '../fields/field.ts';
import { atMost } from '../text/parts-of-text.ts';
import { type FieldPolicy, policiesOf } from './logic/effective-policies.ts';

export type Form = FromSchema<typeof getForm.response>;
/** The body of a request for a form. A template may supply what it leaves out. */
export type FormRequest = FromSchema<typeof createForm.body>;
export type NewForm = Omit<FormRequest, 'templateId'> & Pick<Form, 'title' | 'fields'>;
export type FormChange = FromSchema<typeof updateForm.body>;

/**
 * A field, or a row of a matrix, that the form no longer has. Answers to it may be stored, so exports still give it a
 * column.
 */
export type RetiredField = Column & {
  /** Its last policy, with its type, by which its answers are still stored. */
  policy?: FieldPolicy;
  type?: FieldType;
  /** It named a person: it was of type `email`, or marked with `identifies`. */
  identifies?: boolean;
};

/** Whether an answer to a field names one person. */
export const identifies = ({ type, identifies: isMarked }: { type?: FieldType; identifies?: boolean }): boolean =>
  type === 'email' || isMarked === true;

/**
 * Returns the form with origins as browsers send them, without a trailing slash, and without a retention that says
 * nothing.
 */
export function tidyForm<F extends { allowedOrigins?: readonly string[]; retention?: object }>(form: F): F {
  const { retention, ...others } = form;
  const tidy = retention && Object.keys(retention).length === 0 ? (others as F) : form;
  if (!tidy.allowedOrigins) return tidy;
  return { ...tidy, allowedOrigins: tidy.allowedOrigins.map(origin => origin.replace(/\/$/, '')) };
}

/** Returns the form with all changeable properties replaced. */
export function changedForm(
  { id, version, environment, createdAt, ...before }: Form,
  change: FormChange,
  now: string,
): Form {
  const fieldsChanged = JSON.stringify(change.fields) !== JSON.stringify(before.fields);
  return {
    id,
    version: version + (fieldsChanged ? 1 : 0),
    ...tidyForm(change),
    environment,
    createdAt,
    updatedAt: now,
  };
}

/** Returns the former fields that answers may name, after a change from `before` to `after`. */
export function retiredAfter(retired: readonly RetiredField[], before: Form, after: Form): RetiredField[] {
  const current = new Set(after.fields.flatMap(columnsOf).map(columnId));
  const policies = policiesOf(before);
  const dropped = before.fields.flatMap(field => {
    const policy = policies.get(field.id);
    const label = field.label && atMost(field.label, 100);
    return columnsOf({ ...field, label }).map(
      (column): RetiredField => ({
        ...column,
        ...(policy && { policy, type: field.type }),
        ...(identifies(field) && { identifies: true }),
      }),
    );
  });
  const all = new Map([...retired, ...dropped].map(column => [columnId(column), column]));
  return [...all.values()].filter(column => !current.has(columnId(column)));
}

type Opening = Pick<Form, 'status' | 'closesAt'>;

/** Whether a form's status and closing time allow submissions, uploads and events at this time (ms since the epoch). */
export const isOpen = ({ status, closesAt }: Opening, now: number): boolean =>
  status === 'live' && (closesAt === undefined || now < Date.parse(closesAt));
