import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceAccount } from '../../domain/receivers/integration.ts';
import { env } from '../../env.ts';
import { ServiceRefusal, type ServiceRequest, type ServiceResponse, textAt } from '../../outbound/call-service.ts';
import type { Removal, Sending } from '../../outbound/sending.ts';
import { leaseHeader, releaseHeader } from '../../store/receivers/header-lease.ts';
import { accessToken, forgetToken } from './access-token.ts';
import { type Cell, columnName, idColumn, rangeOf, sheetRow } from './row.ts';

/** The size of about 60,000 IDs. A longer column is not searched. */
const columnBytesMax = 4 * 1024 * 1024;

/** How long to wait for another worker that adds columns, in ms. */
const pauseMs = 500;

/**
 * Appends a row for a response:
 * https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values
 *
 * A repeated attempt first checks for the row, so a duplicate needs an earlier request that is still in progress.
 */
export const sendToSheets = (sending: Sending): Promise<number> =>
  withSheet(sending, async sheet => {
    if (sending.isRepeat && (await holds(sheet, sending.content.responseId))) return 200;
    const header = await completeHeader(sheet, sending);
    return sheet.append(sheetRow(sending.content, header).cells);
  });

/**
 * Removes the rows with the ID of an erased response:
 * https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#DeleteDimensionRequest
 */
export const removeFromSheets = (removal: Removal): Promise<number> =>
  withSheet(removal, async sheet => {
    const header = await sheet.header();
    if (header.length === 0) return 200;
    const place = header.indexOf(idColumn);
    if (place === -1) throw new ServiceRefusal(noIdColumn, { status: 404 });
    const { sheetId } = await sheet.grid();
    // Rows have no ID of their own, so nothing of ours may move them between the search and the removal.
    return withHeaderLease(sheet, removal, async () => {
      const column = await sheet.column(columnName(place));
      if (!column) throw new ServiceRefusal(longColumn, { status: 413 });
      const rows = column.flatMap((id, index) => (id === removal.responseId ? [index] : []));
      return rows.length === 0 ? 200 : sheet.deleteRows(sheetId, rows);
    });
  });

const noIdColumn = `Google Sheets: the sheet has no column ${idColumn}, so the response’s row cannot be found`;
const longColumn = `Google Sheets: the column ${idColumn} is too long to search; delete the response’s row by hand`;

type Target = Pick<Sending, 'integration' | 'address' | 'credential' | 'call'>;

async function withSheet(target: Target, work: (sheet: Sheet) => Promise<number>): Promise<number> {
  const account = JSON.parse(target.credential) as ServiceAccount;
  try {
    return await work(sheetOf(target, await accessToken(account, target.call)));
  } catch (error) {
    if (error instanceof ServiceRefusal && error.status === 401) forgetToken(account);
    throw error;
  }
}

type Sheet = ReturnType<typeof sheetOf>;

/** Returns the operations on an integration’s sheet that are used here. */
function sheetOf({ integration, call }: Target, token: string) {
  const { spreadsheetId = '', sheetName, clientEmail = '' } = integration.config;
  const request = (
    method: ServiceRequest['method'],
    path: string,
    rest: Pick<ServiceRequest, 'body' | 'responseBytesMax'> = {},
  ): Promise<ServiceResponse> =>
    call({
      service: 'Google Sheets',
      method,
      url: `${env('GOOGLE_SHEETS_URL')}/v4/spreadsheets/${spreadsheetId}${path}`,
      headers: { authorization: `Bearer ${token}` },
      explain: body => refusalOf(body, clientEmail),
      ...rest,
    });
  const values = (cells: string, rest = '') => `/values/${encodeURIComponent(rangeOf(sheetName, cells))}${rest}`;
  const raw = 'valueInputOption=RAW';
  return {
    header: async () => cellsOf((await request('GET', values('1:1'))).json),
    column: async (letters: string) => {
      const path = values(`${letters}:${letters}`, '?majorDimension=COLUMNS');
      const { json } = await request('GET', path, { responseBytesMax: columnBytesMax });
      return json === undefined ? undefined : cellsOf(json);
    },
    grid: async () => gridOf((await request('GET', '?fields=sheets.properties')).json, sheetName),
    addColumns: (sheetId: number, length: number) =>
      request('POST', ':batchUpdate', {
        body: { requests: [{ appendDimension: { sheetId, dimension: 'COLUMNS', length } }] },
      }),
    putHeader: (first: number, names: readonly string[]) =>
      request('PUT', values(`${columnName(first)}1:${columnName(first + names.length - 1)}1`, `?${raw}`), {
        body: { majorDimension: 'ROWS', values: [names] },
      }),
    deleteRows: async (sheetId: number, rows: readonly number[]) => {
      // From the last one up, because each removal moves the rows below it.
      const requests = rows.toReversed().map(row => ({
        deleteDimension: { range: { sheetId, dimension: 'ROWS', startIndex: row, endIndex: row + 1 } },
      }));
      return (await request('POST', ':batchUpdate', { body: { requests } })).status;
    },
    append: async (cells: readonly Cell[]) => {
      const path = values('A1', `:append?${raw}&insertDataOption=INSERT_ROWS`);
      return (await request('POST', path, { body: { majorDimension: 'ROWS', values: [cells] } })).status;
    },
  };
}

async function holds(sheet: Sheet, responseId: string): Promise<boolean> {
  const place = (await sheet.header()).indexOf(idColumn);
  return place !== -1 && ((await sheet.column(columnName(place))) ?? []).includes(responseId);
}

/**
 * Returns the header with every column that the response needs. Only one worker adds columns at a time, because two
 * would overwrite each other.
 */
async function completeHeader(sheet: Sheet, sending: Sending): Promise<readonly string[]> {
  const { content } = sending;
  const header = await sheet.header();
  if (!sheetRow(content, header).header) return header;
  return withHeaderLease(sheet, sending, async () => {
    const before = await sheet.header();
    const { header: needed = before } = sheetRow(content, before);
    await addColumns(sheet, before.length, needed);
    return needed;
  });
}

/** Does work that only one worker may do at a time. While it waits, the attempt's time may end. */
async function withHeaderLease<T>(sheet: Sheet, { address }: Target, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const lease = await leaseHeader(address, Date.now());
    if (lease === undefined) {
      await pause(pauseMs);
      await sheet.header();
      continue;
    }
    try {
      return await work();
    } finally {
      await releaseHeader(address, lease);
    }
  }
}

async function addColumns(sheet: Sheet, first: number, header: readonly string[]): Promise<void> {
  if (header.length === first) return;
  const { sheetId, columnCount } = await sheet.grid();
  if (header.length > columnCount) await sheet.addColumns(sheetId, header.length - columnCount);
  await sheet.putHeader(first, header.slice(first));
}

/** Returns the cells of the requested row or column. A sheet without any has no values. */
function cellsOf(json: unknown): string[] {
  const { values = [] } = (json ?? {}) as { values?: unknown[][] };
  return (values[0] ?? []).map(String);
}

type Properties = { sheetId: number; title: string; hidden?: boolean; gridProperties?: { columnCount?: number } };

/** Returns the sheet with this name, or the first visible one, which a range without a name means. */
function gridOf(json: unknown, sheetName: string | undefined): { sheetId: number; columnCount: number } {
  const { sheets = [] } = (json ?? {}) as { sheets?: { properties: Properties }[] };
  const found = sheets
    .map(({ properties }) => properties)
    .find(({ title, hidden }) => (sheetName === undefined ? !hidden : title === sheetName));
  if (!found) throw new ServiceRefusal(`Google Sheets: the spreadsheet has no sheet ${sheetName ?? 'that is visible'}`);
  return { sheetId: found.sheetId, columnCount: found.gridProperties?.columnCount ?? 26 };
}

function refusalOf(body: unknown, clientEmail: string): string | undefined {
  const message = textAt(body, 'error', 'message');
  const status = textAt(body, 'error', 'status');
  const hint = status === 'PERMISSION_DENIED' ? `; share the spreadsheet with ${clientEmail}, as an editor` : '';
  return message && `Google Sheets: ${message} (${status})${hint}`;
}
