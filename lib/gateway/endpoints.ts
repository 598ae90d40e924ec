import type { Stack } from 'aws-cdk-lib';
import { type Contracts, withFunction } from '../../shared/contracts/contract.ts';
import { subjects } from '../../shared/contracts/index.ts';
import type { Config } from '../config.ts';
import { endpointFunction } from '../constructs/endpoint-function.ts';
import type { LambdaWithRole } from '../constructs/lambda-function.ts';
import type { Data, DeploymentWithData } from '../data-stack.ts';
import { FunctionStack } from './function-stack.ts';
import { isPublic, methodOptions } from './method-options.ts';
import { submitOperation } from './submit-api.ts';

/** An endpoint that needs no secret, with the request rate that the gateway allows. */
export type OpenEndpoint = LambdaWithRole & { readonly requestsPerSecond: number };

type EndpointsProps = DeploymentWithData & { readonly contracts: Contracts };

/** Indentation would be a third of a template, and CloudFormation allows one million bytes. */
const compact = { suppressTemplateIndentation: true };

/** Creates the functions of all operations, each in the nested stack of its subject. */
export function endpoints(
  stack: Stack,
  { contracts, config, bundlesDirectory, data }: EndpointsProps,
): ReadonlyMap<string, LambdaWithRole> {
  const stackOf = functionStacks(stack, contracts, data);
  return new Map(
    Object.entries(withFunction(contracts)).map(([operation, contract]) => [
      operation,
      endpointFunction(stackOf(operation), pascalCase(operation), {
        ...{ config, bundlesDirectory, contract, data: stackOf(operation).data },
        reservedConcurrency: operation === 'login' ? config.loginConcurrency : undefined,
        byHttpApi: config.submitApi === 'http' && operation === submitOperation,
      }),
    ]),
  );
}

/**
 * Creates nested stacks, which deploy and roll back together with this one. Functions have no fixed names, so a
 * function may move to another subject: CloudFormation creates the new one, points the gateway to it, then deletes
 * the old one.
 */
function functionStacks(parent: Stack, contracts: Contracts, data: Data): (operation: string) => FunctionStack {
  const operations = Object.keys(withFunction(contracts));
  const stacks = new Map(
    Object.entries<object>(subjects).flatMap(([subject, ofSubject]) => {
      const own = operations.filter(operation => operation in ofSubject);
      const description = `${parent.templateOptions.description}: ${subject}`;
      const stack = own.length > 0 && new FunctionStack(parent, pascalCase(subject), { description, data, ...compact });
      return stack ? own.map(operation => [operation, stack] as const) : [];
    }),
  );
  return operation => {
    const stack = stacks.get(operation);
    if (!stack) throw new Error(`The operation ${operation} belongs to no subject`);
    return stack;
  };
}

/** Returns the endpoints that need no secret. One that serves several operations has the highest of their rates. */
export function openEndpoints(
  all: ReadonlyMap<string, LambdaWithRole>,
  contracts: Contracts,
  config: Config,
): ReadonlyMap<string, OpenEndpoint> {
  return new Map(
    [...all].flatMap(([operation, endpoint]) => {
      const served = Object.entries(contracts).filter(([name, { servedBy = name }]) => servedBy === operation);
      const rates = served
        .filter(([, contract]) => isPublic(contract))
        .map(([, { rateShare }]) => methodOptions(config, rateShare).throttlingRateLimit);
      if (rates.length === 0) return [];
      return [[operation, { ...endpoint, requestsPerSecond: Math.max(...rates) }]];
    }),
  );
}

/** Converts an operation's name: `createForm` becomes `CreateForm`. */
function pascalCase(operation: string): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1);
}
