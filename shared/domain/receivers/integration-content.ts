import type { Form } from '../forms/form.ts';
import type { Answer } from '../responses/answer-types.ts';
import type { Response } from '../responses/response.ts';

/** A field that may be sent, and what was answered to it, if anything. */
export type Entry = { readonly id: string; readonly label: string; readonly answer?: Answer };

/** What an integration tells its service of a response. */
export type Content = {
  readonly responseId: string;
  readonly formTitle: string;
  readonly submittedAt: string;
  /** In the order of the form. */
  readonly entries: readonly Entry[];
};

/**
 * A response without the answers that may not be sent: of encrypted and of former fields, and of personal and masked ones
 * unless they are asked for.
 */
export function contentOf(form: Form, response: Response, { personal }: { personal: boolean }): Content {
  const { id, submittedAt, answers } = response;
  const entries = sendable(form, personal).map(field => ({ ...idAndLabel(field), ...answered(answers, field.id) }));
  return { responseId: id, formTitle: form.title, submittedAt, entries };
}

/** A made-up response: every text that can be one says that it is a test. */
export function testContent(
  form: Form | undefined,
  { responseId, submittedAt }: Pick<Content, 'responseId' | 'submittedAt'>,
  { personal }: { personal: boolean },
): Content {
  const texts = new Set(['text', 'textarea']);
  const fields = form ? sendable(form, personal) : [];
  const entries = fields.map(field => ({ ...idAndLabel(field), ...(texts.has(field.type) && { answer: 'Test' }) }));
  return { responseId, formTitle: `Test of ${form ? form.title : 'an integration'}`, submittedAt, entries };
}

type Field = Form['fields'][number];

const sendable = ({ fields, fieldPolicies = {} }: Form, personal: boolean): Field[] =>
  fields.filter(({ id, pii }) => {
    const policy = Object.hasOwn(fieldPolicies, id) ? fieldPolicies[id] : undefined;
    return policy !== 'encrypted' && (personal || !(pii || policy));
  });

const idAndLabel = ({ id, label }: Field) => ({ id, label: label?.trim() || id });

const answered = (answers: Response['answers'], id: string): { answer?: Answer } => {
  const answer = Object.hasOwn(answers, id) ? answers[id] : undefined;
  return answer === undefined ? {} : { answer };
};
