import { isObject } from '../template/template.ts';

export type ProxyResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
};

/** Header names that the gateway reserves. A function's own value gets another name. */
const remapped = new Set(
  ['authorization', 'connection', 'content-length', 'content-md5', 'date', 'expect', 'host', 'max-forwards'].concat([
    'server',
    'user-agent',
    'www-authenticate',
  ]),
);
const dropped = new Set(['transfer-encoding', 'upgrade', 'trailer', 'te', 'keep-alive']);

/**
 * Returns a function's result, or a stream's metadata, as an answer. Returns undefined if it isn't a valid proxy
 * answer.
 */
export function readProxyResponse(result: unknown): ProxyResponse | undefined {
  if (!isObject(result)) return undefined;
  const { statusCode, headers, multiValueHeaders, cookies, body = '' } = result;
  const status = Number(statusCode);
  const malformed =
    !Number.isInteger(status) ||
    status < 200 ||
    status > 599 ||
    (body !== null && typeof body !== 'string') ||
    !isHeaders(headers, value => typeof value !== 'object') ||
    !isHeaders(multiValueHeaders, value => Array.isArray(value));
  if (malformed) return undefined;
  const merged = mergeHeaders(headers ?? {}, multiValueHeaders ?? {});
  if (Array.isArray(cookies)) merged['set-cookie'] = cookies.map(String);
  if (!Object.keys(merged).some(name => name.toLowerCase() === 'content-type')) {
    merged['Content-Type'] = ['application/json'];
  }
  return { status, headers: merged, body: Buffer.from(String(body ?? '')) };
}

function isHeaders(value: unknown, check: (value: unknown) => boolean): value is Record<string, unknown> | undefined {
  return value === undefined || value === null || (isObject(value) && Object.values(value).every(check));
}

const passedName = (name: string) => (remapped.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name);

/** Merges the single and multiple values of a header: the multiple ones first, and each only once. */
function mergeHeaders(single: Record<string, unknown>, many: Record<string, unknown>): Record<string, string[]> {
  const merged = new Map<string, { name: string; values: Set<string> }>();
  const all = [...Object.entries(many), ...Object.entries(single)];
  for (const [name, value] of all) {
    const lower = name.toLowerCase();
    if (dropped.has(lower)) continue;
    const header = merged.get(lower) ?? { name: passedName(name), values: new Set() };
    for (const item of [value].flat()) header.values.add(String(item));
    merged.set(lower, header);
  }
  return Object.fromEntries([...merged.values()].map(({ name, values }) => [name, [...values]]));
}
