import type { Contract } from '../contracts/contract.ts';
import { type EnvironmentName, environmentNames } from '../domain/accounts/caller.ts';
import { invalidParameter } from '../errors.ts';

type NamedValues = Readonly<Record<string, string | undefined>>;

/** The parts of a request that authentication reads. */
export type ScopeRequest = {
  headers: NamedValues;
  query: NamedValues;
  params: NamedValues;
  /** The unchecked text of the body. It is decoded only for operations that need it. */
  body: () => string;
  sourceIp: string | undefined;
};

/**
 * Returns the organization that a session's request names in its path or header. Operations on the user's own account
 * name none.
 */
export function organizationNamed({ path, scope }: Contract, { headers, params }: ScopeRequest): string | undefined {
  if (scope === 'user') return undefined;
  const parameter = /^\/organizations\/\{(\w+)\}/.exec(path)?.[1];
  return (parameter && params[parameter]) ?? headers['x-organization-id'];
}

/**
 * Returns the environments that a request names in its header, query and body. The first one counts, and a different
 * one contradicts it.
 */
export function environmentsNamed(contract: Contract, { headers, query, body }: ScopeRequest): EnvironmentName[] {
  const named = [check('x-environment', headers['x-environment'])];
  // If the operation has a schema for its query, its own checks report an invalid environment.
  if (contract.query === undefined || isEnvironment(query.environment)) {
    named.push(check('environment', query.environment));
  }
  if (contract.namesEnvironment) named.push(environmentIn(body()));
  return [...new Set(named.filter(name => name !== undefined))];
}

/** Returns the environment in a body. Ignores a malformed body, which its own checks report. */
function environmentIn(body: string): EnvironmentName | undefined {
  try {
    const { environment } = JSON.parse(body) ?? {};
    return isEnvironment(environment) ? environment : undefined;
  } catch {
    return undefined;
  }
}

function check(field: string, name: string | undefined): EnvironmentName | undefined {
  if (name === undefined || isEnvironment(name)) return name;
  const message = `must be one of: ${environmentNames.join(', ')}`;
  throw invalidParameter([{ field, rule: 'enum', message }]);
}

const isEnvironment = (name: unknown): name is EnvironmentName => environmentNames.some(each => each === name);
