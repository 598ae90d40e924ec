import type { FromSchema } from 'json-schema-to-ts';
import type { autoresponder } from '../../../contracts/forms/form-settings.ts';
import type { Fault } from '../../../fault.ts';
import { type Choice, choiceLabel, choiceValue, type Field, type FieldType } from '../../fields/field.ts';
import { fieldTypes } from '../../fields/field-types.ts';
import { closestName } from '../../text/closest-name.ts';
import { isEmail } from '../../text/email-address.ts';
import { shortenText } from '../../text/parts-of-text.ts';
import { type FieldPolicy, policiesOf } from '../logic/effective-policies.ts';
import { plainName } from './plain-name.ts';

export type Autoresponder = FromSchema<typeof autoresponder>;

/** The part of a form that its automatic reply depends on. */
type ReplyDefinition = {
  readonly fields: readonly Field[];
  readonly fieldPolicies?: Readonly<Record<string, FieldPolicy>>;
  readonly autoresponder?: Autoresponder;
};

const placeholder = /\{\{ *([\p{L}\p{M}\p{Nd}_.-]+) *\}\}/gu;

/** Returns the faults of a form's automatic reply. */
export function faultsOfAutoresponder(form: ReplyDefinition): Fault[] {
  const { autoresponder } = form;
  if (!autoresponder) return [];
  const { emailField, nameField, subject, body } = autoresponder;
  return [
    ...(emailField === undefined && !addressField(form) ? [withoutAddress] : []),
    ...faultsOfField(form, 'emailField', emailField, 'email'),
    ...faultsOfField(form, 'nameField', nameField, 'text'),
    ...faultsOfText(form, 'subject', subject),
    ...faultsOfText(form, 'body', body),
  ];
}

const withoutAddress: Fault = {
  field: 'autoresponder',
  rule: 'emailField',
  message: 'needs a field of type email without a policy, to know the address',
};

function faultsOfField(
  form: ReplyDefinition,
  name: 'emailField' | 'nameField',
  id: string | undefined,
  type: FieldType,
) {
  if (id === undefined) return [];
  const field = form.fields.find(each => each.id === id);
  const fault = (rule: string, message: string): Fault[] => [{ field: `autoresponder.${name}`, rule, message }];
  if (!field) return fault('unknown', whyUnknown(form, id));
  if (field.type !== type) return fault('type', `must be a field of the type ${type}; "${id}" is ${field.type}`);
  return isSealed(form, id) ? fault('sealed', `"${id}" has a policy, so its answers are never put into emails`) : [];
}

function faultsOfText(form: ReplyDefinition, name: 'subject' | 'body', text: string): Fault[] {
  const fault = (rule: string, message: string): Fault[] => [{ field: `autoresponder.${name}`, rule, message }];
  if (/\{\{|\}\}/.test(text.replace(placeholder, ''))) {
    return fault('placeholder', 'has {{ or }} that belong to no placeholder: {{field}} is the id of a field in both');
  }
  const ids = new Set([...text.matchAll(placeholder)].map(([, id = '']) => id));
  return [...ids].flatMap(id => {
    const field = form.fields.find(each => each.id === id);
    if (!field) return fault('unknown', `{{${id}}}: ${whyUnknown(form, id)}`);
    if (isSealed(form, id)) return fault('sealed', `{{${id}}} has a policy, so its answers are never put into emails`);
    if (fieldTypes[field.type].mailable || id === form.autoresponder?.nameField) return [];
    return fault(
      'placeholder',
      `{{${id}}} is a field of type ${field.type}, in which anyone could write text that the email sends in your name. Use choices, numbers, dates, times, or the text field that nameField names`,
    );
  });
}

function whyUnknown({ fields }: ReplyDefinition, id: string): string {
  const closest = closestName(
    id,
    fields.map(field => field.id),
  );
  return `the form has no field "${id}"${closest === undefined ? '' : `; did you mean "${closest}"?`}`;
}

const isSealed = (form: ReplyDefinition, id: string): boolean => policiesOf(form).has(id);

/** Returns the field whose answer is the address: the chosen one, or the first that can be. */
const addressField = (form: ReplyDefinition): Field | undefined => {
  const { emailField } = form.autoresponder ?? {};
  const fields = form.fields.filter(({ id, type }) => type === 'email' && !isSealed(form, id));
  return emailField === undefined ? fields[0] : fields.find(({ id }) => id === emailField);
};

type AnswerValues = Readonly<Record<string, unknown>>;

/** An automatic reply: its recipient and its text. */
export type AutomaticReply = { readonly to: string; readonly subject: string; readonly body: string };

/** Returns the reply to these answers, or undefined when none is sent. */
export function automaticReply(form: ReplyDefinition, answers: AnswerValues): AutomaticReply | undefined {
  const { autoresponder } = form;
  const field = autoresponder?.enabled ? addressField(form) : undefined;
  const to = field && ownAnswer(answers, field.id);
  if (!autoresponder || typeof to !== 'string' || !isEmail(to)) return undefined;
  const inserted = new Map<string, string>();
  const textOf = (id: string): string => {
    const text = inserted.get(id) ?? shortenText(insertedText(form, answers, id), insertedMax);
    inserted.set(id, text);
    return text;
  };
  const filled = (text: string) =>
    shortenText(tidied(text.replace(placeholder, (_, id: string) => textOf(id))), filledMax);
  return { to, subject: filled(autoresponder.subject), body: filled(autoresponder.body) };
}

/**
 * The longest inserted text. The labels of a field's choices may be as long as a form, and a reply may name the field a
 * thousand times.
 */
const insertedMax = 1000;
const filledMax = 20_000;

/** Removes what an empty placeholder leaves: a space before a comma, or two in a row. */
const tidied = (text: string): string => text.replace(/ +(?=[,.!?;:])/g, '').replace(/ {2,}/g, ' ');

const ownAnswer = (answers: AnswerValues, id: string): unknown =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

/** Returns the text for a placeholder; nothing if its answer may not be inserted. */
function insertedText(form: ReplyDefinition, answers: AnswerValues, id: string): string {
  const field = form.fields.find(each => each.id === id);
  if (!field || isSealed(form, id)) return '';
  const answer = ownAnswer(answers, id);
  if (id === form.autoresponder?.nameField) return plainName(answer) ?? '';
  return fieldTypes[field.type].mailable ? shownText(field, answer) : '';
}

function shownText({ type, options }: Field, answer: unknown): string {
  if (options) return chosenLabels(options, answer);
  if (type === 'date' || type === 'time') return clockText.test(String(answer)) ? String(answer) : '';
  return Number.isFinite(answer) ? String(answer) : '';
}

/** Returns the owner's labels of the choices, without a text typed in under "other". */
const chosenLabels = (options: readonly Choice[], answer: unknown): string =>
  [answer]
    .flat()
    .flatMap(value => options.filter(option => choiceValue(option) === value).map(choiceLabel))
    .join(', ');

/** Matches a date or a time. */
const clockText = /^(\d{4}-\d{2}-\d{2}|\d{2}:\d{2}(:\d{2})?)$/;
