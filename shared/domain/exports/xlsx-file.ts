import { Readable } from 'node:stream';
import { choiceLabel, type Field } from '../fields/field.ts';
import type { ExportColumn, ExportedResponse } from './columns.ts';
import { labelsOf } from './csv.ts';
import { withLocalTimes } from './local-times.ts';
import { cellXml, columnLetters, kindOf } from './xlsx-cells.ts';
import { sheetEnd, sheetPath, sheetStart, workbookParts } from './xlsx-parts.ts';
import { type ZipEntry, zipOf } from './zip.ts';

export type XlsxOptions = {
  readonly columns: readonly ExportColumn[];
  readonly fields: readonly Field[];
  /** Whether columns of answers are named by their field's ID or label. */
  readonly headers: 'id' | 'label';
  /** An IANA name. Times are what its clocks show. */
  readonly timezone?: string;
  /** The maximum number of rows in a sheet, including the header. The rest continues in another sheet. */
  readonly rowsMax?: number;
};

/** The maximum number of rows and columns in a sheet. */
const sheetMax = { rows: 1_048_576, columns: 16_384 } as const;
/** The maximum number of characters in a sheet, which is below the limit for a file in a ZIP archive. */
const sheetLength = 2 ** 30;
const chunkLength = 64 * 1024;

type Rows = AsyncIterator<ExportedResponse> | Iterator<ExportedResponse>;

/**
 * Returns an Excel workbook as a stream: the responses in one sheet, their fields in another. Its memory does not grow
 * with the number of responses, which are read as fast as the workbook is.
 */
export const xlsxOf = (
  responses: AsyncIterable<ExportedResponse> | Iterable<ExportedResponse>,
  options: XlsxOptions,
): Readable => Readable.from(zipOf(filesOf(responses, options)), { objectMode: false });

async function* filesOf(
  responses: AsyncIterable<ExportedResponse> | Iterable<ExportedResponse>,
  options: XlsxOptions,
): AsyncGenerator<ZipEntry> {
  const rows: Rows =
    Symbol.asyncIterator in responses ? responses[Symbol.asyncIterator]() : responses[Symbol.iterator]();
  const names: string[] = [];
  const named = (name: string, content: ZipEntry['content']): ZipEntry => {
    const path = sheetPath(names.push(name));
    return { path, content };
  };
  try {
    let rest: IteratorResult<ExportedResponse> | undefined;
    do {
      const sheet = sheetOf(rows, rest, options);
      yield named(names.length === 0 ? 'Responses' : `Responses ${names.length + 1}`, sheet.text);
      rest = sheet.rest();
    } while (rest);
  } finally {
    await rows.return?.();
  }
  yield named('Fields', sheetOfFields(options));
  for (const [path, text] of Object.entries(workbookParts(names))) yield { path, content: [text] };
}

/** Returns the text of one sheet, and afterwards the row that did not fit in it. */
function sheetOf(rows: Rows, first: IteratorResult<ExportedResponse> | undefined, options: XlsxOptions) {
  const { timezone, headers, fields, rowsMax = sheetMax.rows } = options;
  const columns = options.columns.slice(0, sheetMax.columns);
  const byId = new Map(fields.map(field => [field.id, field]));
  const cells = columns.map((column, at) => ({
    letters: columnLetters(at),
    kind: kindOf(column, byId),
    cellOf: column.cellOf,
  }));
  const names = namesOf(columns, headers);
  const local = timezone === undefined ? (response: ExportedResponse) => response : withLocalTimes(timezone);
  let next = first;
  async function* text(): AsyncGenerator<string> {
    let [chunk, count, length] = [sheetStart(names.map(widthOf)) + rowXml(1, names), 1, 0];
    const isFull = () => count >= rowsMax || length >= sheetLength;
    for (next ??= await rows.next(); !next.done && !isFull(); next = await rows.next()) {
      const response = local(next.value);
      count += 1;
      const row = cells.map(({ letters, kind, cellOf }) => cellXml(letters + count, cellOf(response), kind));
      chunk += `<row r="${count}">${row.join('')}</row>`;
      if (chunk.length < chunkLength) continue;
      yield chunk;
      length += chunk.length;
      chunk = '';
    }
    yield chunk + sheetEnd(columns.length, count);
  }
  return { text: text(), rest: () => (next?.done === false ? next : undefined) };
}

const namesOf = (columns: readonly ExportColumn[], headers: 'id' | 'label'): string[] =>
  headers === 'label' ? labelsOf(columns) : columns.map(({ name }) => name);

const widthOf = (name: string): number => Math.min(Math.max(name.length + 4, 12), 40);

const rowXml = (number: number, values: readonly unknown[]): string => {
  const kind = number === 1 ? 'head' : 'general';
  return `<row r="${number}">${values.map((value, at) => cellXml(columnLetters(at) + number, value, kind)).join('')}</row>`;
};

const fieldHeads = ['Column', 'Field', 'Label', 'Type', 'Required', 'Options'];

/** Yields the sheet that explains each column of answers. */
function* sheetOfFields({ columns, fields, headers }: XlsxOptions): Generator<string> {
  const names = namesOf(columns, headers);
  const byId = new Map(fields.map(field => [field.id, field]));
  yield sheetStart(fieldHeads.map(() => 24)) + rowXml(1, fieldHeads);
  let count = 1;
  for (const [at, { fieldId, label }] of columns.entries()) {
    if (fieldId === undefined) continue;
    const field = byId.get(fieldId);
    const { type, required, options } = field ?? {};
    count += 1;
    yield rowXml(count, [names[at], fieldId, label, type, required ?? (field && false), options?.map(choiceLabel)]);
  }
  yield sheetEnd(fieldHeads.length, count);
}
