import { columnAnswer, columnId, columnLabel, columnsOf } from '../fields/columns.ts';
import type { Field } from '../fields/field.ts';
import { type ShownAnswer, shownAnswer } from '../fields/shown-answer.ts';
import type { Form } from '../forms/form.ts';
import { personalFields, policiesOf } from '../forms/logic/effective-policies.ts';
import type { Response } from '../responses/response.ts';

/** A field that may be sent, or a row of one, and its answer, if any. */
export type ContentEntry = { readonly id: string; readonly label: string; readonly answer?: ShownAnswer };

/** The content that an integration sends about a response. */
export type IntegrationContent = {
  readonly responseId: string;
  readonly formTitle: string;
  readonly submittedAt: string;
  /** The entries in the order of the form. */
  readonly entries: readonly ContentEntry[];
};

/**
 * Returns a response without the answers that may not be sent: those of encrypted and former fields, and of personal
 * and masked ones unless requested.
 */
export function contentOf(form: Form, response: Response, { personal }: { personal: boolean }): IntegrationContent {
  const { id, submittedAt, answers } = response;
  const entries = sendable(form, personal).flatMap(field => entriesOf(field, answers));
  return { responseId: id, formTitle: form.title, submittedAt, entries };
}

/** Returns a made-up response. Every text that allows it says that it is a test. */
export function testContent(
  form: Form | undefined,
  { responseId, submittedAt }: Pick<IntegrationContent, 'responseId' | 'submittedAt'>,
  { personal }: { personal: boolean },
): IntegrationContent {
  const texts = new Set(['text', 'textarea']);
  const fields = form ? sendable(form, personal) : [];
  const answers = Object.fromEntries(fields.filter(({ type }) => texts.has(type)).map(({ id }) => [id, 'Test']));
  const entries = fields.flatMap(field => entriesOf(field, answers));
  return { responseId, formTitle: `Test of ${form ? form.title : 'an integration'}`, submittedAt, entries };
}

function sendable(form: Form, personal: boolean): Field[] {
  const [policies, ofPersons] = [policiesOf(form), personalFields(form)];
  return form.fields.filter(({ id }) => {
    const policy = policies.get(id);
    return policy !== 'encrypted' && (personal || !(ofPersons.has(id) || policy));
  });
}

function entriesOf(field: Field, answers: Response['answers']): ContentEntry[] {
  const answer = Object.hasOwn(answers, field.id) ? answers[field.id] : undefined;
  return columnsOf(field).map(column => {
    const shown = shownAnswer(field, columnAnswer(column, answer));
    return { id: columnId(column), label: columnLabel(column), ...(shown !== undefined && { answer: shown }) };
  });
}
