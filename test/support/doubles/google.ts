import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { importSPKI, jwtVerify } from 'jose';
import { httpReceiver } from '../../shared/outbound/receivers.ts';
import type { Json } from '../cloud/http.ts';

type Sheet = { sheetId: number; title: string; columnCount: number; rows: Json[][] };
type Failure = { status: number; code: string; message: string };

const scope = 'https://www.googleapis.com/auth/spreadsheets';
const clientEmail = 'forms@project.iam.gserviceaccount.com';
const spreadsheetId = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';

/**
 * Imitates Google's token endpoint and the used part of the Sheets API as documented. It verifies an assertion with the
 * public key of its account. A token is valid for an hour and for one account. Only those a spreadsheet is shared with
 * can see it. Ranges outside the grid are refused.
 */
export async function startGoogle() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const state = { sharedWith: [clientEmail], tokens: new Set<string>(), issued: 0 };
  const sheets: Sheet[] = [
    { sheetId: 0, title: 'Sheet1', columnCount: 6, rows: [] },
    { sheetId: 77, title: "Ada's leads", columnCount: 6, rows: [] },
  ];
  const failures: (Failure & { path: RegExp; after: boolean })[] = [];

  const server = await httpReceiver((response, { method = '', url = '' }) => {
    const { body = '', headers } = server.requests.at(-1) ?? {};
    handle(response, method, url, body, String(headers?.authorization ?? '')).catch(() => response.destroy());
  });

  async function handle(response: ServerResponse, method: string, url: string, body: string, authorization: string) {
    if (url === '/token') return answer(response, ...(await token(body)));
    const failure = failures.find(({ path }) => path.test(`${method} ${url}`));
    if (failure) failures.splice(failures.indexOf(failure), 1);
    if (failure && !failure.after) return refuse(response, failure);
    if (!state.tokens.has(authorization)) {
      return refuse(response, {
        status: 401,
        code: 'UNAUTHENTICATED',
        message: 'Request had invalid authentication credentials. Expected OAuth 2 access token.',
      });
    }
    const result = spreadsheet(method, new URL(url, 'http://sheets'), body);
    if (failure) return refuse(response, failure);
    return 'code' in result ? refuse(response, result) : answer(response, 200, result);
  }

  /**
   * Issues a token; errors are those of
   * https://developers.google.com/identity/protocols/oauth2/service-account#error-codes
   */
  async function token(body: string): Promise<[number, Json]> {
    const sent = new URLSearchParams(body);
    const refused = (error: string, error_description: string): [number, Json] => [400, { error, error_description }];
    if (sent.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      return refused('unsupported_grant_type', 'Invalid grant_type');
    }
    try {
      const key = await importSPKI(publicKey, 'RS256');
      const { payload } = await jwtVerify(sent.get('assertion') ?? '', key, {
        algorithms: ['RS256'],
        issuer: clientEmail,
        audience: `${base()}/token`,
        maxTokenAge: 3600,
        requiredClaims: ['exp', 'iat'],
      });
      if (payload.scope !== scope)
        return refused('invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
      if ((payload.exp ?? 0) - (payload.iat ?? 0) > 3600)
        return refused('invalid_grant', 'Invalid JWT: Token must be short-lived');
    } catch {
      return refused('invalid_grant', 'Invalid JWT Signature.');
    }
    state.issued += 1;
    const access_token = `ya29.token-${state.issued}`;
    state.tokens.add(`Bearer ${access_token}`);
    return [200, { access_token, expires_in: 3599, token_type: 'Bearer' }];
  }

  function spreadsheet(method: string, url: URL, body: string): Json {
    const [, id, rest = ''] = /^\/v4\/spreadsheets\/([^/:]+)(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (id !== spreadsheetId) return { status: 404, code: 'NOT_FOUND', message: 'Requested entity was not found.' };
    if (!state.sharedWith.includes(clientEmail)) {
      return { status: 403, code: 'PERMISSION_DENIED', message: 'The caller does not have permission' };
    }
    if (rest === '') return propertiesOf(sheets);
    return rest === ':batchUpdate' ? updated(JSON.parse(body)) : values(method, rest, url.searchParams, body);
  }

  function values(method: string, rest: string, query: URLSearchParams, body: string): Json {
    const range = /^\/values\/(?:'((?:[^']|'')+)'!)?([A-Z0-9]+(?::[A-Z0-9]+)?)(:append)?$/.exec(rest);
    const [, name, cells = '', verb] = range ?? [];
    const sheet = sheets.find(({ title }) => name === undefined || title === name.replaceAll("''", "'"));
    if (!range || !sheet) return invalid(`Unable to parse range: ${name}!${cells}`);
    if (method === 'GET') return valuesOf(sheet, cells, query.get('majorDimension') ?? 'ROWS');
    if (query.get('valueInputOption') !== 'RAW') return invalid("'valueInputOption' is required but not specified");
    const rows = JSON.parse(body).values;
    return verb ? appended(sheet, rows, query) : put(sheet, cells, rows);
  }

  function updated({ requests }: Json): Json {
    for (const { appendDimension, deleteDimension } of requests) {
      const { sheetId, dimension, startIndex, endIndex } = deleteDimension?.range ?? appendDimension;
      const sheet = sheets.find(each => each.sheetId === sheetId);
      if (sheet && appendDimension && dimension === 'COLUMNS') sheet.columnCount += appendDimension.length;
      if (sheet && deleteDimension && dimension === 'ROWS') sheet.rows.splice(startIndex, endIndex - startIndex);
    }
    return { spreadsheetId, replies: [{}] };
  }

  const base = () => `http://127.0.0.1:${server.port}`;
  return {
    tokenUrl: `${base()}/token`,
    sheetsUrl: base(),
    spreadsheetId,
    /** The account's key file, in Google's format. */
    serviceAccount: {
      type: 'service_account',
      project_id: 'project',
      private_key_id: 'a1b2c3',
      private_key: privateKey,
      client_email: clientEmail,
      token_uri: 'http://169.254.169.254/token',
    },
    /** Returns the rows of a sheet, header first. */
    rows: (index = 0): Json[][] => sheets[index]?.rows ?? [],
    /** Writes to a sheet, as its owner can. */
    write: (rows: Json[][], index = 0) => void sheets[index]?.rows.splice(0, Number.POSITIVE_INFINITY, ...rows),
    columnCount: (index = 0) => sheets[index]?.columnCount,
    state,
    requests: server.requests,
    /** Makes the next matching request fail once; `after` makes it fail after it was carried out. */
    failNext: (path: RegExp, failure: Failure, after = false) => void failures.push({ ...failure, path, after }),
    close: server.close,
  };
}

function answer(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}

/** Answers with an error as in https://cloud.google.com/apis/design/errors */
const refuse = (response: ServerResponse, { status, code, message }: Failure): void =>
  answer(response, status, { error: { code: status, message, status: code } });

const invalid = (message: string): Failure => ({ status: 400, code: 'INVALID_ARGUMENT', message });

const propertiesOf = (sheets: readonly Sheet[]): Json => ({
  sheets: sheets.map(({ sheetId, title, columnCount }, index) => ({
    properties: { sheetId, title, index, sheetType: 'GRID', gridProperties: { rowCount: 1000, columnCount } },
  })),
});

const columnOf = (letters: string): number =>
  [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Returns the values of a whole row (`1:1`) or column (`A:A`). Leaves out trailing empty cells, and an empty range. */
function valuesOf(sheet: Sheet, cells: string, majorDimension: string): Json {
  const [first = ''] = cells.split(':');
  const found = /^\d+$/.test(first)
    ? (sheet.rows[Number(first) - 1] ?? [])
    : sheet.rows.map(row => row[columnOf(first)] ?? '');
  const values = found.length > 0 ? { values: [found.map(String)] } : {};
  return { range: cells, majorDimension, ...values };
}

function put(sheet: Sheet, cells: string, values: Json[][]): Json {
  const [from = '', to = ''] = cells.split(':').map(cell => cell.replace(/\d+$/, ''));
  if (columnOf(to) >= sheet.columnCount) {
    return invalid(
      `Range (${sheet.title}!${cells}) exceeds grid limits. Max rows: 1000, max columns: ${sheet.columnCount}`,
    );
  }
  const header = sheet.rows[0] ?? [];
  for (const [index, value] of (values[0] ?? []).entries()) header[columnOf(from) + index] = value;
  sheet.rows[0] = header;
  return { updatedCells: values[0]?.length };
}

function appended(sheet: Sheet, values: Json[][], query: URLSearchParams): Json {
  if (query.get('insertDataOption') !== 'INSERT_ROWS') return invalid('INSERT_ROWS is expected here');
  if (values.some(row => row.length > sheet.columnCount)) return invalid('The row is wider than the grid');
  sheet.rows.push(...values);
  return {
    spreadsheetId,
    updates: { updatedRange: `${sheet.title}!A${sheet.rows.length}`, updatedRows: values.length },
  };
}
