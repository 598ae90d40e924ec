import type { JSONSchema } from 'json-schema-to-ts';
import { type ObjectSchema, roles } from './contract.ts';
import { patterns } from './patterns.ts';

/** The schemas of an object's properties by name. */
export type Properties = Readonly<Record<string, JSONSchema>>;

/** An object of these properties and no others; those that `required` names are always there. */
export const object = <const R extends string, const P extends Properties>(
  required: readonly R[],
  properties: P,
  description?: string,
) => ({
  type: 'object' as const,
  ...(description !== undefined && { description }),
  ...((required.length > 0 && { required }) as { readonly required: readonly R[] }),
  properties,
  additionalProperties: false as const,
});

/** An object of exactly these properties. */
export const record = <const P extends Properties>(properties: P) =>
  object(Object.keys(properties) as (keyof P & string)[], properties);

/** Parts that the records of several resources share. */
export const environmentName = { enum: ['production', 'development', 'staging'] } as const;

export const role = { enum: roles } as const;

/** How far a request is that is carried out after its answer. */
export const requestState = {
  enum: ['queued', 'running', 'waiting', 'done', 'failed'],
  description:
    '`done` and `failed` are the end; `failed` has a `reason`. So has `waiting`: AWS does not take something just now, and the work goes on by itself once it does; after a day it has failed.',
} as const;

/** What a webhook can be told of. */
export const webhookEvent = {
  enum: ['response.created', 'response.updated', 'event.view', 'event.focus', 'event.abandon'],
} as const;

export const timestamp = {
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`.',
} as const;

/** A time that may not have come: `null` until then. */
export const timestampOrNull = { ...timestamp, type: ['string', 'null'] } as const;

/** A time that a query or a body names: an ISO 8601 date, or date-time with its offset. */
export const instant = {
  type: 'string',
  pattern: patterns.dateOrDateTime.pattern,
} as const;

export const pathId = (description: string) => record({ id: { type: 'string', description } });

/** The query parameters of every list. */
export const paging = {
  limit: { type: 'integer', minimum: 1, maximum: 1000, default: 50, description: 'The largest number of items.' },
  offset: { type: 'integer', minimum: 0, description: 'How many items to pass over; not together with `cursor`.' },
  cursor: {
    type: 'string',
    minLength: 1,
    maxLength: 512,
    description: 'The `nextCursor` of the page before: continues where it ended, whatever has arrived since.',
  },
  order: { enum: ['desc', 'asc'], default: 'desc', description: '`desc` is newest first.' },
} as const;

/** The answer of every list. */
export const listOf = <const S extends ObjectSchema>(item: S) =>
  record({
    items: { type: 'array', items: item },
    total: { type: 'integer', description: 'How many match in all, whatever the page.' },
    limit: { type: 'integer' },
    offset: { type: 'integer' },
    hasMore: { type: 'boolean' },
    nextCursor: { type: ['string', 'null'] },
  });

/** A link to what lies in a bucket; to be put in a record of which `withheld` is not required. */
export const linkOrNone = (description: string) =>
  ({
    url: {
      type: ['string', 'null'],
      description: `${description} \`null\` where there is none: \`withheld\` says why.`,
    },
    withheld: {
      type: 'string',
      description:
        'Why there is no link: a scan for malware found something, could not be made or has not ended, the owner of the bucket does not let the service in, or it shows answers that a policy conceals from the caller by now.',
    },
  }) as const;
