import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../domain/accounts/caller.ts';
import type { Answers } from '../../domain/responses/answers.ts';
import {
  type Access,
  accessOf,
  type Concealment,
  concealmentOf,
  destroyedText,
  hiddenText,
  isSealable,
  maskedText,
  mayRestrict,
  unavailableText,
} from '../../domain/responses/field-policies.ts';
import { policedFields } from '../../domain/responses/policed-fields.ts';
import type { Response } from '../../domain/responses/response.ts';
import { type AnswerPlace, type DataKey, openAnswer, sealAnswer } from '../../domain/responses/sealed-answer.ts';
import { isSealed, type SealedAnswer, type StoredAnswers } from '../../domain/responses/stored-answers.ts';
import { log } from '../../log.ts';
import { measure } from '../../metric.ts';
import { getDataKey, newestDataKey, type OpeningKey } from '../data-keys.ts';
import type { StoredForm } from '../forms/forms.ts';
import { tableName } from '../table.ts';

type AnswerValue = Answers[string];
type StoredAnswer = StoredAnswers[string];

/** A response as stored, with answers that are not opened yet. */
export type SealedResponse = Omit<Response, 'answers'> & {
  answers: StoredAnswers;
  /** The stored text, when answers, notes and meta cannot be read. */
  unreadable?: string;
};

const isClear = (answers: StoredAnswers): answers is Answers => !Object.values(answers).some(isSealed);

/**
 * Returns the answers of a response as they are stored: sealed by the policies of its form. An unchanged answer that
 * was already sealed keeps its seal.
 */
export async function sealAnswers(
  stored: StoredForm,
  { id: responseId, answers }: Pick<SealedResponse, 'id' | 'answers'>,
  before: StoredAnswers = {},
): Promise<StoredAnswers> {
  const fields = policedFields(stored);
  if (fields.size === 0 && isClear(before)) return answers;
  const opened = await openAnswers(stored, { id: responseId, answers: before });
  const { seal } = sealer(stored, responseId);
  return mapAnswers(answers, (fieldId, answer) => {
    const [field, sealed] = [fields.get(fieldId), before[fieldId]];
    if (isSealed(answer)) return answer;
    if (isSealed(sealed) && isDeepStrictEqual(opened[fieldId], answer)) return sealed;
    return field && isSealable(field) ? seal(fieldId, answer) : answer;
  });
}

/**
 * Returns a response with unsealed answers, for the service's own use, never for output. An answer that cannot be
 * opened stays sealed.
 */
export async function openResponse(stored: StoredForm, response: SealedResponse): Promise<Response> {
  return { ...response, answers: await openAnswers(stored, response) };
}

async function openAnswers(
  stored: StoredForm,
  { id, answers }: Pick<SealedResponse, 'id' | 'answers'>,
): Promise<Answers> {
  const { open } = await opener(stored, id, answers);
  const entries = Object.entries(answers).map(([fieldId, answer]) => [
    fieldId,
    // It cannot be mistaken for an answer: it breaks the rule `type` of every field.
    isSealed(answer) ? (open(fieldId, answer) ?? answer) : answer,
  ]);
  return Object.fromEntries(entries);
}

/**
 * Returns what a reader may see of a response, with sealed or unsealed answers. `concealed` lists the answers that are
 * not shown in full. Hidden answers are not even opened.
 */
export async function showResponse<R extends ShowableResponse>(
  stored: StoredForm,
  response: R,
  access: Access,
): Promise<ShownResponse<R>> {
  if (response.unreadable !== undefined || response.answersUnavailable || stored.unreadable)
    return unavailable(stored, response);
  const fields = policedFields(stored);
  if (fields.size === 0 && isClear(response.answers)) return response as ShownResponse<R>;
  const concealments = new Map([...fields].map(([fieldId, field]) => [fieldId, concealmentOf(field, access)]));
  const entries = Object.entries(response.answers);
  const visible = entries.filter(([fieldId]) => concealments.get(fieldId) !== 'hidden');
  const { open, isDestroyed } = await opener(stored, response.id, Object.fromEntries(visible));
  const shown = entries.map(([fieldId, answer]) => {
    const concealment = concealments.get(fieldId);
    if (concealment === 'hidden') return { fieldId, concealment, answer: hiddenText };
    const opened = isSealed(answer) ? open(fieldId, answer) : answer;
    if (opened === undefined) return { fieldId, ...shownLoss(isDestroyed(answer)) };
    return { fieldId, concealment, answer: concealment ? maskedText(opened, fields.get(fieldId)) : opened };
  });
  const concealed = shown.flatMap(({ fieldId, concealment }) => (concealment ? [[fieldId, concealment] as const] : []));
  return {
    ...response,
    answers: Object.fromEntries(shown.map(({ fieldId, answer }) => [fieldId, answer])),
    ...(concealed.length > 0 && { concealed: Object.fromEntries(concealed) }),
  };
}

/**
 * Returns what a caller may see of a response. Only those who may restrict responses see the answers and notes of a
 * restricted one.
 */
export function showTo(
  caller: Pick<Caller, 'role'>,
  stored: StoredForm,
  response: SealedResponse,
): Promise<ShownResponse<SealedResponse>> | ShownResponse<SealedResponse> {
  if (!response.restricted || mayRestrict(caller)) return showResponse(stored, response, accessOf(caller));
  const { unreadable: _, ...shown } = response;
  const all = <T>(value: T) => Object.fromEntries(Object.keys(response.answers).map(id => [id, value]));
  return { ...shown, notes: [], answers: all<AnswerValue>(hiddenText), concealed: all<Concealment>('hidden') };
}

/** Returns what is shown of an answer that cannot be opened. */
const shownLoss = (isDestroyed: boolean) =>
  isDestroyed
    ? ({ concealment: 'destroyed', answer: destroyedText } as const)
    : ({ concealment: 'unavailable', answer: unavailableText } as const);

type ShowableResponse = Pick<SealedResponse, 'id' | 'answers' | 'unreadable' | 'answersUnavailable'>;

/**
 * Returns an unreadable response, one whose answers are in a closed bucket, or a response to an unreadable form. Every answer that it might have is shown as
 * unavailable.
 */
function unavailable<R extends Pick<SealedResponse, 'answers' | 'unreadable'>>(
  { form }: StoredForm,
  response: R,
): ShownResponse<R> {
  const { unreadable: _, ...shown } = response;
  const ids = [...form.fields.map(({ id }) => id), ...Object.keys(response.answers)];
  const all = <T>(value: T) => Object.fromEntries(ids.map(id => [id, value]));
  return {
    ...shown,
    answers: all<AnswerValue>(unavailableText),
    concealed: all<Concealment>('unavailable'),
  } as ShownResponse<R>;
}

type ShownResponse<R> = Omit<R, 'answers' | 'unreadable'> & {
  answers: Answers;
  concealed?: Record<string, Concealment>;
};

/**
 * Returns the answers of a response as the form's policies and the newest data key require. Answers that are not
 * sealed, or sealed with an older key, are sealed. Answers that no policy seals any more are opened.
 */
export async function resealAnswers(
  stored: StoredForm,
  responseId: string,
  answers: StoredAnswers,
): Promise<StoredAnswers> {
  const fields = policedFields(stored);
  const { open } = await opener(stored, responseId, answers);
  const { seal, newest } = sealer(stored, responseId);
  const opened = (fieldId: string, answer: StoredAnswer) => (isSealed(answer) ? open(fieldId, answer) : answer);
  return mapAnswers(answers, async (fieldId, answer) => {
    const field = fields.get(fieldId);
    if (!field) return opened(fieldId, answer) ?? answer;
    if (isSealed(answer) ? answer[1] === (await newest()).generation : !isSealable(field)) return answer;
    const value = opened(fieldId, answer);
    return value === undefined ? answer : seal(fieldId, value);
  });
}

/** Returns answers whose seals are all of the newest data key, without regard to policies. What cannot be opened stays. */
export async function renewSeals(
  stored: StoredForm,
  responseId: string,
  answers: StoredAnswers,
): Promise<StoredAnswers> {
  const { open } = await opener(stored, responseId, answers);
  const { seal, newest } = sealer(stored, responseId);
  return mapAnswers(answers, async (fieldId, answer) => {
    if (!isSealed(answer) || answer[1] === (await newest()).generation) return answer;
    const value = open(fieldId, answer);
    return value === undefined ? answer : seal(fieldId, value);
  });
}

type MadeOf = (fieldId: string, answer: StoredAnswer) => StoredAnswer | Promise<StoredAnswer>;

/** Returns other answers to the same fields, in the same order. */
async function mapAnswers(answers: StoredAnswers, madeOf: MadeOf): Promise<StoredAnswers> {
  const entries = Object.entries(answers).map(async ([id, answer]) => [id, await madeOf(id, answer)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns a function that seals a response's answers with the newest key, which is read for the first of them. */
function sealer(stored: StoredForm, responseId: string) {
  let key: Promise<DataKey> | undefined;
  const newest = () => {
    key ??= newestDataKey(stored);
    return key;
  };
  const seal = async (fieldId: string, answer: AnswerValue): Promise<SealedAnswer> =>
    sealAnswer(answer, placeOf(stored, responseId, fieldId), await newest());
  return { newest, seal };
}

/** Returns functions that open a response's sealed answers, or say that their keys were destroyed. It reads all keys first. */
async function opener(stored: StoredForm, responseId: string, answers: StoredAnswers) {
  const sealedOnes = Object.values(answers).filter(isSealed);
  const keys = new Map<number, OpeningKey>();
  for (const [, generation] of sealedOnes) {
    if (!keys.has(generation)) keys.set(generation, await getDataKey(stored, generation));
  }
  const isDestroyed = (answer: StoredAnswer): boolean => isSealed(answer) && keys.get(answer[1]) === 'destroyed';
  const count = sealedOnes.filter(isDestroyed).length;
  // An operator wanted this, so there is no alarm.
  if (count > 0) measure('DestroyedAnswers', count, 'Count', { TableName: tableName() });
  const open = (fieldId: string, sealed: SealedAnswer): AnswerValue | undefined => {
    const key = keys.get(sealed[1]);
    if (key === 'destroyed') return undefined;
    const answer = key && openAnswer(sealed, placeOf(stored, responseId, fieldId), key);
    if (answer === undefined) tellOfUnreadable(responseId, fieldId, sealed);
    return answer;
  };
  return { open, isDestroyed };
}

/** An answer that was tampered with, moved or lost its key raises an alarm, but must not hide the others. */
function tellOfUnreadable(responseId: string, fieldId: string, [, generation]: SealedAnswer): void {
  log.error('a sealed answer could not be opened', { responseId, fieldId, generation });
  measure('UnreadableAnswers', 1, 'Count', { TableName: tableName() });
}

const placeOf = (
  { organizationId, environmentId, form }: StoredForm,
  responseId: string,
  fieldId: string,
): AnswerPlace => ({ organizationId, environmentId, formId: form.id, responseId, fieldId });
