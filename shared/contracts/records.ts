import type { JSONSchema } from 'json-schema-to-ts';
import { type ObjectSchema, roles } from './contract.ts';
import { patterns } from './patterns.ts';
import { webhookEvents } from './webhook-events.ts';

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

/** The progress of a request that is carried out after its reply. */
export const requestState = {
  enum: ['queued', 'running', 'waiting', 'done', 'failed'],
  description:
    '`done` and `failed` are final. `waiting` means that an AWS service is unavailable: the work continues by itself, or fails after a day. `failed` and `waiting` have a `reason`.',
} as const;

/** Why a delivery waits without an attempt. */
export const waitingFor = {
  enum: ['receiver', 'answers'],
  description:
    'Set while it waits without an attempt. `receiver`: the receiver is down. `answers`: the bucket with the answers is closed.',
} as const;

/** The events that a webhook can receive. */
export const webhookEvent = { enum: webhookEvents } as const;

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

export const count = { type: 'integer', minimum: 0 } as const;

/** A day that a query names. */
export const day = (description: string) => ({ type: 'string', pattern: patterns.date.pattern, description }) as const;

export const timeZone = (description: string) =>
  ({ type: 'string', minLength: 1, maxLength: 64, description }) as const;

/** The time zone that says when a report's days begin. */
export const timeZoneOfDays = {
  ...timeZone('The IANA time zone of the days, such as `Europe/Berlin`.'),
  default: 'UTC',
} as const;

/** The headers of a request that may be repeated. */
export const idempotencyKey = (description: string) =>
  ({ 'idempotency-key': { type: 'string', pattern: patterns.idempotencyKey.pattern, description } }) as const;

export const pathId = (description: string) => record({ id: { type: 'string', description } });

/** The query parameters of every list. */
export const paging = {
  limit: { type: 'integer', minimum: 1, maximum: 1000, default: 50, description: 'The maximum number of items.' },
  offset: { type: 'integer', minimum: 0, description: 'The number of items to skip. Not together with `cursor`.' },
  cursor: {
    type: 'string',
    minLength: 1,
    maxLength: 512,
    description: 'The `nextCursor` of the previous page. Continues where it ended, even if new items arrived.',
  },
  order: { enum: ['desc', 'asc'], default: 'desc', description: '`desc` is newest first.' },
} as const;

/** The parameter of lists whose total is counted by reading. */
export const withTotal = {
  type: 'boolean',
  default: true,
  description:
    'With `false`, `total` counts only the items up to the end of the page. This saves counting a long list.',
} as const;

/** A search in a list of thousands. */
export const searchOf = (what: string) =>
  ({
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: `Only ${what}, in any case. A page reads up to 1,000 records, so it may be empty with \`hasMore\` true: continue with \`nextCursor\`. \`total\` counts those found so far.`,
  }) as const;

/** The answer of every list. */
export const listOf = <const S extends ObjectSchema>(item: S) =>
  record({
    items: { type: 'array', items: item },
    total: { type: 'integer', description: 'The number of all matching items.' },
    limit: { type: 'integer' },
    offset: { type: 'integer' },
    hasMore: { type: 'boolean' },
    nextCursor: { type: ['string', 'null'] },
  });

/** A link to an object in a bucket, for records whose `withheld` is optional. */
export const linkOrNone = (description: string) =>
  ({
    url: {
      type: ['string', 'null'],
      description: `${description} \`null\` if there is no link: \`withheld\` says why.`,
    },
    withheld: {
      type: 'string',
      description:
        'Why there is no link: a malware scan found something, failed or has not finished; the owner of the bucket denies access; or the file shows answers that you may no longer see.',
    },
  }) as const;
