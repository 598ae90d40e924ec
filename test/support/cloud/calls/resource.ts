import { expect } from '@jest/globals';
import { examples } from '../../../../shared/contracts/openapi/examples.ts';
import type { Call, Client, Operation } from '../client.ts';
import type { Json } from '../http.ts';
import type { Service } from '../service.ts';

export type NewSession = Service['newSession'];

/** A kind of record that a path names. */
export type Resource = {
  /** Creates a record and returns its ID. */
  create: (client: Client) => Promise<string>;
  /** A valid ID that no record has. */
  unknownId: string;
};

/** A record that a path names after another one, such as a delivery of a webhook. */
export type SecondResource = {
  /** Creates it below the first record, and returns its ID. */
  create: (client: Client, firstId: string, operation: Operation) => Promise<string>;
  unknownId: string;
};

export type CallMaker = (client: Client, newSession: NewSession) => Promise<Call>;

/** What a resource needs to be called, in one file for each. */
export type ResourceCalls = {
  /** By the path up to its first parameter. */
  readonly resources?: Readonly<Record<string, Resource>>;
  /** By the name of the second parameter. */
  readonly secondResources?: Readonly<Record<string, SecondResource>>;
  /** Calls that are more than the example body on a new record. */
  readonly calls?: Partial<Record<Operation, CallMaker>>;
};

type Example = { body?: unknown };

export const exampleOf = (operation: Operation): Example => examples[operation] ?? {};

export const exampleBody = (operation: Operation): object => exampleOf(operation).body as object;

export const ulid = '01KAJ5TR8M3Q4XV0Z6N1B7C9DE';

/** Creates a record, and returns the answer's body. */
export async function created(client: Client, operation: Operation, call: Call, expected = 201): Promise<Json> {
  const { status, body } = await client(operation, call);
  expect({ status, body }).toMatchObject({ status: expected });
  return body;
}
