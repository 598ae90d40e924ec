import { securityHeaders } from '../../shared/domain/security-headers.ts';

/** Headers that the gateway puts on the answers it gives itself, by name. */
export type Headers = Readonly<Record<string, string>>;

/** On each of them: a page must be able to read a refusal, too. */
export const onEveryAnswer: Headers = { 'Access-Control-Allow-Origin': '*', ...securityHeaders };

/** Header values as API Gateway writes literals in its mappings. */
export function asParameters(prefix: string, headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [`${prefix}${name}`, `'${value}'`]));
}
