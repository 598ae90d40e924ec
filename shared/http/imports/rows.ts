import { unguardFormula } from '../../domain/exports/formula-guard.ts';
import { answerInCell } from '../../domain/fields/cell-answer.ts';
import { choiceValue, type Field } from '../../domain/fields/field.ts';
import type { Form } from '../../domain/forms/form.ts';
import { timeIn } from '../../domain/imports/imported-time.ts';
import type { Answers } from '../../domain/responses/answers.ts';
import { destroyedText, hiddenText, unavailableText } from '../../domain/responses/field-policies.ts';
import type { ResponseStatus } from '../../domain/responses/response.ts';
import { addSent } from '../../domain/responses/sent-answers.ts';
import type { Fault } from '../../fault.ts';
import { responseAddress, timeOf } from '../../ids.ts';
import type { ColumnUse, OwnName } from './columns.ts';
import type { TableRow } from './csv-table.ts';

const secondMs = 1000;

/** Why the cells of a column are not in the responses. */
export type LeftOut = 'unknown' | 'file' | 'concealed' | 'calculated';

/** A row as read. `leftOut` has the places of columns whose content it leaves out, with the reason. */
export type ReadRow = TableRow & {
  readonly own: Readonly<Partial<Record<OwnName, string>>>;
  readonly status: ResponseStatus;
  /** ms since the epoch. */
  readonly submittedAt: number;
  /** ms since the epoch; left out when the row does not have it. */
  readonly startedAt?: number;
  readonly answers: Answers;
  readonly leftOut: ReadonlyMap<number, LeftOut>;
  readonly faults: readonly Fault[];
};

export type RowOptions = {
  readonly uses: readonly ColumnUse[];
  readonly guard: boolean;
  /** `types`: answers must be of their fields' types, but need not follow further rules. */
  readonly rules: 'all' | 'types';
  /** The time of rows without one. */
  readonly submittedAt?: string;
};

/** Reads a row as a response. Its answers are checked like those of a submission. */
export function readRow(form: Form, row: TableRow, options: RowOptions): ReadRow {
  const { uses, guard } = options;
  const { cells } = row;
  const texts = uses.map((_, place) => (guard ? unguardFormula(cells[place] ?? '') : (cells[place] ?? '')));
  const own = ownOf(uses, texts);
  const { status = 'completed' } = own;
  const submittedAt = timeOfRow(form, own, options);
  const startedAt = own.startedAt === undefined ? undefined : timeIn(own.startedAt);
  const { sent, leftOut } = sentOf(form, uses, texts);
  const added = addSent(formOf(form, options, { uses, leftOut }), {}, sent, {
    partial: status !== 'completed',
    fromPage: false,
  });
  const faults = [
    ...(cells.slice(uses.length).some(cell => cell !== '') ? [tooManyCells] : []),
    ...(statuses.includes(status) ? [] : [noStatus]),
    ...(typeof submittedAt === 'number' ? [] : [submittedAt]),
    ...(own.startedAt !== undefined && startedAt === undefined ? [{ ...noTime, field: 'startedAt' }] : []),
    ...('faults' in added ? added.faults : added.leftOut),
  ];
  const answers = 'answers' in added ? added.answers : {};
  return {
    ...{ ...row, own, status: status as ResponseStatus, answers, faults },
    submittedAt: typeof submittedAt === 'number' ? submittedAt : 0,
    ...(startedAt !== undefined && { startedAt }),
    leftOut: new Map([...leftOut, ...otherwiseCalculated(uses, texts, answers)]),
  };
}

const statuses: readonly string[] = ['completed', 'partial', 'abandoned'] satisfies ResponseStatus[];

function ownOf(uses: readonly ColumnUse[], texts: readonly string[]): ReadRow['own'] {
  const entries = uses.flatMap((use, place) => {
    const text = texts[place]?.trim() ?? '';
    return use.use === 'own' && text !== '' ? [[use.name, use.name === 'status' ? text.toLowerCase() : text]] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns when the row was submitted, or the fault of its time. The ID of a response of the form gives the time of its
 * first save.
 */
function timeOfRow(
  { id: formId }: Form,
  { id = '', submittedAt }: ReadRow['own'],
  options: RowOptions,
): number | Fault {
  const address = responseAddress(id);
  const known = address?.formId === formId ? timeOf(address.sortKey) : undefined;
  if (submittedAt === undefined && known !== undefined) return known;
  const text = submittedAt ?? options.submittedAt;
  if (text === undefined) return missingTime;
  const time = timeIn(text);
  if (time === undefined) return noTime;
  if (time > Date.now()) return inFuture;
  return known === undefined ? time : timeSince(known, time);
}

/**
 * Returns the time of a row, or a fault if its response cannot have been submitted then, before its first save. Some
 * programs write times without milliseconds.
 */
function timeSince(firstSave: number, time: number): number | Fault {
  const isRounded = time % secondMs === 0 && Math.abs(firstSave - time) < secondMs;
  if (isRounded) return firstSave;
  return time < firstSave ? otherTime : time;
}

/** Returns the row as the body of a submission. */
function sentOf(form: Form, uses: readonly ColumnUse[], texts: readonly string[]) {
  const sent: Record<string, unknown> = Object.create(null);
  const leftOut = new Map<number, LeftOut>();
  for (const [place, use] of uses.entries()) {
    const text = texts[place] ?? '';
    const why = text === '' ? undefined : whyLeftOut(form, use, text);
    if (why) leftOut.set(place, why);
    else addAnswer(sent, use, text);
  }
  return { sent, leftOut };
}

function whyLeftOut({ fieldPolicies = {} }: Form, use: ColumnUse, text: string): LeftOut | undefined {
  if (use.use === 'unknown') return 'unknown';
  if (use.use !== 'answer') return undefined;
  if (use.field.type === 'file') return 'file';
  // The form that the file came from may have had a policy that this one lacks.
  const isConcealed = text.startsWith(hiddenText);
  const isLost = [unavailableText, destroyedText].includes(text) && Object.hasOwn(fieldPolicies, use.field.id);
  return isConcealed || isLost ? 'concealed' : undefined;
}

function addAnswer(sent: Record<string, unknown>, use: ColumnUse, text: string): void {
  if (use.use === 'extra' && text !== '') sent[use.name] = text;
  const answer = use.use === 'answer' ? answerInCell(use.field, text) : undefined;
  if (use.use !== 'answer' || answer === undefined) return;
  const { id, row } = use.column;
  sent[id] = row === undefined ? answer : { ...(sent[id] as object), [choiceValue(row)]: answer };
}

type HeaderColumns = { readonly uses: readonly ColumnUse[]; readonly leftOut: ReadonlyMap<number, LeftOut> };

/** Returns the form to check a row by, without what the row cannot contain. */
function formOf(form: Form, { rules }: RowOptions, { uses, leftOut }: HeaderColumns): Form {
  const missing = new Set(
    [...leftOut.keys()].flatMap(place => {
      const use = uses[place];
      return use?.use === 'answer' ? [use.field.id] : [];
    }),
  );
  const fields = form.fields.map(field => {
    const asked = field.type === 'file' || missing.has(field.id) ? notRequired(field) : field;
    return rules === 'types' ? withoutRules(asked) : asked;
  });
  return { ...form, fields };
}

const notRequired = ({ required: _, requiredIf: __, ...field }: Field): Field => field;

/** The types whose rules define a valid answer. */
const judgedByRules: ReadonlySet<Field['type']> = new Set(['rating', 'scale', 'ranking']);

function withoutRules(field: Field): Field {
  const { validate, visibleIf: _, ...rest } = notRequired(field);
  return { ...rest, ...(validate && judgedByRules.has(field.type) && { validate }) };
}

/** Returns the columns of calculated fields whose result differs from the file. */
function otherwiseCalculated(uses: readonly ColumnUse[], texts: readonly string[], answers: Answers) {
  return uses.flatMap((use, place): [number, LeftOut][] => {
    if (use.use !== 'answer' || use.field.type !== 'calculated') return [];
    return String(answers[use.field.id] ?? '') === texts[place] ? [] : [[place, 'calculated']];
  });
}

const tooManyCells: Fault = {
  field: '',
  rule: 'columns',
  message: 'The row has more cells than the first line has names',
};

const noStatus: Fault = { field: 'status', rule: 'enum', message: `must be one of: ${statuses.join(', ')}` };

const noTime: Fault = {
  field: 'submittedAt',
  rule: 'format',
  message: 'must be a date and time in ISO 8601, 1970 or later: 2026-01-31T09:30:00Z; without an offset it is UTC',
};

const inFuture: Fault = { field: 'submittedAt', rule: 'max', message: 'must not be in the future' };

const otherTime: Fault = {
  field: 'submittedAt',
  rule: 'id',
  message: 'is before the response with this id was first saved; correct it, or leave out the id',
};

const missingTime: Fault = {
  field: 'submittedAt',
  rule: 'required',
  message: 'The row has no time of submission; name its column in `columns`, or send a `submittedAt` for such rows',
};
