import type { Form } from '../forms/form.ts';
import type { Response } from '../responses/response.ts';

/** A file as a webhook names it. */
export type AnsweredFile = {
  readonly fileId: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
};

/** Answers by the id of their field, as a webhook with `includeAnswers` sends them. */
export type WebhookAnswers = Readonly<Record<string, unknown>>;

/**
 * The answers that a webhook may carry: those to fields of the form that are neither personal, encrypted nor masked.
 *
 * @param files those of the response, by id
 */
export function webhookAnswers(
  { fields, fieldPolicies = {} }: Pick<Form, 'fields' | 'fieldPolicies'>,
  answers: Response['answers'],
  files: ReadonlyMap<string, AnsweredFile>,
): WebhookAnswers {
  const sent = fields.filter(({ id, pii }) => Object.hasOwn(answers, id) && !pii && !Object.hasOwn(fieldPolicies, id));
  return Object.fromEntries(
    sent.map(({ id, type }) => [id, type === 'file' ? filesIn(answers[id], files) : answers[id]] as const),
  );
}

/** A file that is gone is left out; of a field that takes several, all that are there. */
function filesIn(answer: unknown, files: ReadonlyMap<string, AnsweredFile>): AnsweredFile | AnsweredFile[] | null {
  const found = [answer].flat().flatMap(id => files.get(String(id)) ?? []);
  return Array.isArray(answer) ? found : (found[0] ?? null);
}
