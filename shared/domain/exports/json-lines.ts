import type { ExportColumn, ExportedResponse } from './columns.ts';

/** Returns the lines of some responses: each whole, or with columns as a flat object of these. */
export const jsonLinesOf = (responses: readonly ExportedResponse[], columns?: readonly ExportColumn[]): string =>
  responses.map(response => `${JSON.stringify(columns ? flat(response, columns) : response)}\n`).join('');

const flat = (response: ExportedResponse, columns: readonly ExportColumn[]) =>
  Object.fromEntries(columns.map(({ name, cellOf }) => [name, cellOf(response) ?? null]));
