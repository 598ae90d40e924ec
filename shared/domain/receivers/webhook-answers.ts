import type { Form } from '../forms/form.ts';
import { personalFields, policiesOf } from '../forms/logic/effective-policies.ts';
import type { Response } from '../responses/response.ts';

/** A file in a webhook's payload. */
export type AnsweredFile = {
  readonly fileId: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
};

/** Answers by field ID, as a webhook with `includeAnswers` sends them. */
export type WebhookAnswers = Readonly<Record<string, unknown>>;

/**
 * Returns the answers that a webhook may include: those to fields of the form that are neither personal, encrypted nor
 * masked, nor calculated from such fields.
 *
 * @param files the files of the response, by ID
 */
export function webhookAnswers(
  form: Pick<Form, 'fields' | 'fieldPolicies'>,
  answers: Response['answers'],
  files: ReadonlyMap<string, AnsweredFile>,
): WebhookAnswers {
  const [personal, policies] = [personalFields(form), policiesOf(form)];
  const sent = form.fields.filter(({ id }) => Object.hasOwn(answers, id) && !personal.has(id) && !policies.has(id));
  return Object.fromEntries(
    sent.map(({ id, type }) => [id, type === 'file' ? filesIn(answers[id], files) : answers[id]] as const),
  );
}

/** Returns the files in an answer, or all existing ones for a field with several. A file that is gone is left out. */
function filesIn(answer: unknown, files: ReadonlyMap<string, AnsweredFile>): AnsweredFile | AnsweredFile[] | null {
  const found = [answer].flat().flatMap(id => files.get(String(id)) ?? []);
  return Array.isArray(answer) ? found : (found[0] ?? null);
}
