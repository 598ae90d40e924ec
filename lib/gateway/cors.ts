import { securityHeaders } from '../../shared/domain/traffic/security-headers.ts';

/** The headers that the gateway adds to its own answers, by name. */
export type Headers = Readonly<Record<string, string>>;

/** The headers on every answer, because a page must be able to read a refusal too. */
export const onEveryAnswer: Headers = { 'Access-Control-Allow-Origin': '*', ...securityHeaders };

/** Converts header values to literals in API Gateway's mappings. */
export function asParameters(prefix: string, headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [`${prefix}${name}`, `'${value}'`]));
}
