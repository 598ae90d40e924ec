import { unguardFormula } from '../../domain/exports/formula-guard.ts';
import { answerInCell } from '../../domain/fields/cell-answer.ts';
import { choiceValue, type Field } from '../../domain/fields/field.ts';
import type { Form } from '../../domain/forms/form.ts';
import { timeIn } from '../../domain/imports/imported-time.ts';
import type { Answers } from '../../domain/responses/answers.ts';
import { hiddenText, unavailableText } from '../../domain/responses/field-policies.ts';
import type { ResponseStatus } from '../../domain/responses/response.ts';
import { addSent } from '../../domain/responses/sent-answers.ts';
import type { Fault } from '../../fault.ts';
import { responseAddress, timeOf } from '../../ids.ts';
import type { ColumnUse, OwnName } from './columns.ts';
import type { TableRow } from './csv-table.ts';

const secondMs = 1000;

/** Why the cells of a column are not in the responses. */
export type LeftOut = 'unknown' | 'file' | 'concealed' | 'calculated';

/** What a row says. `leftOut`: of which columns, by their places, it does not bring what stands there. */
export type ReadRow = TableRow & {
  readonly own: Readonly<Partial<Record<OwnName, string>>>;
  readonly status: ResponseStatus;
  /** ms since the epoch. */
  readonly submittedAt: number;
  readonly answers: Answers;
  readonly leftOut: ReadonlyMap<number, LeftOut>;
  readonly faults: readonly Fault[];
};

export type RowOptions = {
  readonly uses: readonly ColumnUse[];
  readonly guard: boolean;
  /** `types`: answers have to be of the types of their fields, and need not keep further rules. */
  readonly rules: 'all' | 'types';
  /** The time of rows that say none. */
  readonly submittedAt?: string;
};

/** Reads a row as the response that it tells of, its answers checked as those of a submission. */
export function readRow(form: Form, row: TableRow, options: RowOptions): ReadRow {
  const { uses, guard } = options;
  const { cells } = row;
  const texts = uses.map((_, place) => (guard ? unguardFormula(cells[place] ?? '') : (cells[place] ?? '')));
  const own = ownOf(uses, texts);
  const { status = 'completed' } = own;
  const submittedAt = timeOfRow(form, own, options);
  const { sent, leftOut } = sentOf(form, uses, texts);
  const added = addSent(formOf(form, options, { uses, leftOut }), {}, sent, {
    partial: status !== 'completed',
    dropsHidden: false,
  });
  const faults = [
    ...(cells.slice(uses.length).some(cell => cell !== '') ? [tooManyCells] : []),
    ...(statuses.includes(status) ? [] : [noStatus]),
    ...(typeof submittedAt === 'number' ? [] : [submittedAt]),
    ...('faults' in added ? added.faults : added.leftOut),
  ];
  const answers = 'answers' in added ? added.answers : {};
  return {
    ...{ ...row, own, status: status as ResponseStatus, answers, faults },
    submittedAt: typeof submittedAt === 'number' ? submittedAt : 0,
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

/** When the row was submitted; or what is wrong with what it says of that. The id of a response of the form says it, too. */
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
  // Some write times without their milliseconds.
  return known === undefined || Math.abs(known - time) < secondMs ? (known ?? time) : otherTime;
}

/** The row as the body of a submission. */
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
  // The form that the file is of may have had a policy that this one has not.
  const isConcealed = text.startsWith(hiddenText);
  const isLost = text === unavailableText && Object.hasOwn(fieldPolicies, use.field.id);
  return isConcealed || isLost ? 'concealed' : undefined;
}

function addAnswer(sent: Record<string, unknown>, use: ColumnUse, text: string): void {
  if (use.use === 'extra' && text !== '') sent[use.name] = text;
  const answer = use.use === 'answer' ? answerInCell(use.field, text) : undefined;
  if (use.use !== 'answer' || answer === undefined) return;
  const { id, row } = use.column;
  sent[id] = row === undefined ? answer : { ...(sent[id] as object), [choiceValue(row)]: answer };
}

type Read = { readonly uses: readonly ColumnUse[]; readonly leftOut: ReadonlyMap<number, LeftOut> };

/** The form as a row is checked by it: what the row cannot bring is not asked for. */
function formOf(form: Form, { rules }: RowOptions, { uses, leftOut }: Read): Form {
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

/** The types whose rules say what an answer is. */
const judgedByRules: ReadonlySet<Field['type']> = new Set(['rating', 'scale', 'ranking']);

function withoutRules(field: Field): Field {
  const { validate, visibleIf: _, ...rest } = notRequired(field);
  return { ...rest, ...(validate && judgedByRules.has(field.type) && { validate }) };
}

/** The columns of calculated fields that come to something else than the file has. */
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

const inFuture: Fault = { field: 'submittedAt', rule: 'max', message: 'must not lie in the future' };

const otherTime: Fault = {
  field: 'submittedAt',
  rule: 'id',
  message: 'is not when the response with this id was submitted; correct it, or leave out the id',
};

const missingTime: Fault = {
  field: 'submittedAt',
  rule: 'required',
  message:
    'The row does not say when it was submitted; name the column by `columns`, or send a `submittedAt` for such rows',
};
