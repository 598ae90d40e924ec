import { textOf } from '../../domain/fields/shown-answer.ts';
import type { IntegrationContent } from '../../domain/receivers/integration-content.ts';
import { atMost } from '../../domain/text/parts-of-text.ts';

export type Cell = string | number | boolean;

/** A row, and the complete header if the sheet lacks one of its columns. */
export type SheetRow = { readonly cells: readonly Cell[]; readonly header?: readonly string[] };

/** The column with the ID of the response. */
export const idColumn = 'id';
const timeColumn = 'submittedAt';

/** The longest text of a cell in Google Sheets. */
const cellMax = 50_000;

/**
 * Returns a response's row for a header. A field's column has its ID as the name, or else its label, so that you can
 * rename columns to labels. Fields without a column get one at the end, named by their ID.
 */
export function sheetRow(content: IntegrationContent, header: readonly string[]): SheetRow {
  const columns = [...header];
  const cells = cellsOf(content);
  const places = placesIn(header, cells);
  for (const { id } of cells) if (!places.has(id)) places.set(id, columns.push(id) - 1);
  const values = new Map(cells.map(({ id, value }) => [places.get(id), value]));
  const row = columns.map((_, at) => values.get(at) ?? '');
  return { cells: row, ...(columns.length > header.length && { header: columns }) };
}

type NamedCell = { readonly id: string; readonly label: string; readonly value: Cell };

/** The existing columns of cells, by cell ID. */
function placesIn(header: readonly string[], cells: readonly NamedCell[]): Map<string, number> {
  const places = new Map<string, number>();
  const free = (name: string) =>
    header.findIndex((column, at) => column === name && ![...places.values()].includes(at));
  for (const by of ['id', 'label'] as const) {
    for (const cell of cells) {
      const place = places.has(cell.id) ? -1 : free(cell[by]);
      if (place !== -1) places.set(cell.id, place);
    }
  }
  return places;
}

function cellsOf({ responseId, submittedAt, entries }: IntegrationContent): NamedCell[] {
  return [
    { id: idColumn, label: idColumn, value: responseId },
    { id: timeColumn, label: timeColumn, value: submittedAt },
    ...entries.map(({ id, label, answer = '' }) => ({
      // Add a prefix, as in the CSV, because a field's ID may equal a column that every row has.
      id: id === idColumn || id === timeColumn ? `answers.${id}` : id,
      label,
      value: typeof answer === 'string' || typeof answer === 'object' ? atMost(textOf(answer), cellMax) : answer,
    })),
  ];
}

/** Returns the letters of a column by its index from 0: A, Z, AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** Returns a range of the sheet in A1 notation. Without a name, it is in the first sheet. */
export const rangeOf = (sheetName: string | undefined, cells: string): string =>
  sheetName === undefined ? cells : `'${sheetName.replaceAll("'", "''")}'!${cells}`;
