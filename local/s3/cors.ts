import type { IncomingMessage } from 'node:http';
import type { Bucket, CorsRule } from './buckets.ts';
import { S3Error } from './errors.ts';

/** Matches a pattern with at most one `*`, for any characters. */
function matches(pattern: string, value: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return pattern === value;
  return value.length >= start.length + end.length && value.startsWith(start) && value.endsWith(end);
}

function answerOf(rule: CorsRule, origin: string): Record<string, string> {
  const any = rule.AllowedOrigins.includes('*');
  return {
    'access-control-allow-origin': any ? '*' : origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    ...(any ? {} : { 'access-control-allow-credentials': 'true' }),
    ...(rule.ExposedHeaders && { 'access-control-expose-headers': rule.ExposedHeaders.join(', ') }),
    ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
  };
}

/** Returns the headers that let a browser read the answer. Empty if no rule of the bucket allows the `origin`. */
export function corsHeaders(bucket: Bucket, origin = '', method = '', asked: string[] = []): Record<string, string> {
  const rule = bucket.cors.find(
    ({ AllowedOrigins, AllowedMethods, AllowedHeaders = [] }) =>
      AllowedOrigins.some(pattern => matches(pattern, origin)) &&
      AllowedMethods.includes(method) &&
      asked.every(header => AllowedHeaders.some(pattern => matches(pattern.toLowerCase(), header))),
  );
  return rule && origin !== '' ? answerOf(rule, origin) : {};
}

/** Returns the headers of a preflight answer. */
export function preflightHeaders(bucket: Bucket, { headers }: IncomingMessage): Record<string, string> {
  const asked = (headers['access-control-request-headers'] ?? '').toLowerCase().split(/\s*,\s*/);
  const names = asked.filter(name => name !== '');
  const allowed = corsHeaders(bucket, headers.origin, headers['access-control-request-method'], names);
  if (Object.keys(allowed).length === 0) {
    throw new S3Error(403, 'AccessForbidden', 'CORSResponse: No CORS rule of the bucket allows this request.');
  }
  return names.length > 0 ? { ...allowed, 'access-control-allow-headers': names.join(', ') } : allowed;
}
