import { choiceValue, type Field } from '../fields/field.ts';
import type { ConsentText } from '../forms/consent-texts.ts';
import type { Form, RetiredField } from '../forms/form.ts';
import { inLanguage } from '../forms/texts.ts';
import type { Response } from '../responses/response.ts';

/** The languages of the page about a person. */
export type PageLanguage = 'en' | 'de';

/** A field as the file describes it. A former one may have neither a type nor options. */
export type DescribedField = Pick<Field, 'id'> & Partial<Field> & { readonly former?: true };

type DescribedForm = Pick<Form, 'id' | 'title' | 'privacy'> & {
  readonly fields: readonly DescribedField[];
  readonly consentTexts: readonly Omit<ConsentText, 'consentId'>[];
};

/** A receiver that got the answers. */
export type Recipient = {
  readonly kind: 'webhook' | 'integration' | 'automatic_reply';
  readonly id: string;
  /** The host of a webhook, or the type of an integration. */
  readonly name: string;
  /** The addresses that an integration of type `email` sends to, without members. */
  readonly addresses?: readonly string[];
  readonly event: string;
  /** ISO 8601. */
  readonly at: string;
};

/** What a file about a person begins with. Files from before 0.3.0 lack `exportedAt` and what explains the answers. */
export type PersonHead = {
  readonly request: string;
  readonly environment: string;
  /** When the request was made (ISO 8601). */
  readonly createdAt: string;
  /** When the file was made (ISO 8601). */
  readonly exportedAt?: string;
  readonly organization?: string;
  /** The name of the key, or the address of the user. */
  readonly requestedBy?: string;
  readonly subject?: Readonly<Record<string, string>>;
  readonly language?: PageLanguage;
  readonly forms: readonly DescribedForm[];
  readonly views: readonly { readonly formId: string; readonly name: string }[];
};

type PersonsFile = Readonly<Record<'id' | 'fieldId' | 'name' | 'contentType', string>> & { readonly size: number };

/** A response in a file about a person. */
export type PersonRecord = Omit<Response, 'files'> & {
  readonly replies: readonly Readonly<Record<'subject' | 'body' | 'createdAt' | 'state', string>>[];
  readonly files: readonly PersonsFile[];
  readonly visit: Readonly<Record<'focused' | 'answered', readonly string[]>> | null;
  readonly keptUntil?: string | null;
  /** Null if it has too many responses to look for them. */
  readonly recipients?: readonly Recipient[] | null;
};

/**
 * Returns a form with all that explains answers to it.
 *
 * @param language the language of its texts, if not its own
 */
export function describedForm(
  form: Form,
  retired: readonly RetiredField[],
  consentTexts: DescribedForm['consentTexts'],
  language?: PageLanguage,
): DescribedForm {
  const { id, title, privacy, fields } = inLanguage(form, language);
  return {
    ...{ id, title },
    fields: [...fields.map(describedField), ...formerFields(form, retired)],
    ...(privacy && { privacy }),
    consentTexts,
  };
}

const describedField = ({ id, type, label, options, rows, columns, currency, validate }: Field): DescribedField => ({
  ...{ id, type, label, options, rows, columns, currency, validate },
});

/** Returns the former fields. A matrix, which has a column for each row, is one of them. */
function formerFields({ fields }: Form, retired: readonly RetiredField[]): DescribedField[] {
  const current = new Set(fields.map(({ id }) => id));
  const former = Map.groupBy(
    retired.filter(({ id }) => !current.has(id)),
    ({ id }) => id,
  );
  return [...former].map(([id, columns]) => {
    const { label, type, currency } = columns[0] ?? {};
    const rows = columns.flatMap(({ row }) => row ?? []).filter(isFirstOfItsValue);
    return { id, type, label, currency, ...(rows.length > 0 && { rows }), former: true };
  });
}

const isFirstOfItsValue = (row: NonNullable<Field['rows']>[number], at: number, all: NonNullable<Field['rows']>) =>
  all.findIndex(each => choiceValue(each) === choiceValue(row)) === at;

/** Yields the text of the file: what explains the responses, then these, one a line. */
export async function* personFile(head: PersonHead, lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"responses":[\n`;
  let isFirst = true;
  for await (const line of lines) {
    yield isFirst ? line : `,\n${line}`;
    isFirst = false;
  }
  yield isFirst ? ']}\n' : '\n]}\n';
}

/** Reads the responses in the lines of such a file, one at a time. */
export async function* recordsIn(lines: AsyncIterable<string>): AsyncGenerator<PersonRecord> {
  let isHead = true;
  for await (const line of lines) {
    if (!isHead && line !== ']}' && line !== '') yield JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line);
    isHead = false;
  }
}

/** Returns what the first line of such a file says. */
export const headIn = (line: string): PersonHead => JSON.parse(`${line}]}`);
