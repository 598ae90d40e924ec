import { type Key, keyOf } from '../keys.ts';
import { tableName } from '../table.ts';

const keptSeconds = 30 * 24 * 3600;

/** A write of a visit. */
export type VisitChange = {
  /** When it counts. */
  at: string;
  /** Attributes with their new values; `undefined` takes one away. */
  set?: Readonly<Record<string, unknown>>;
  /** What stays as it is once it is there. */
  once?: Readonly<Record<string, string>>;
  /** Members that come to a set. */
  add?: Readonly<Record<string, readonly string[]>>;
  /** What counts up, and by how much. */
  count?: Readonly<Record<string, number>>;
  /** Which response the visit must have for the write to hold; `null` for none. */
  ifResponse?: string | null;
};

export const visitKey = (form: string, sha256: string): Key =>
  keyOf('visit', { form, slice: sha256.slice(0, 1), sha256 });

/**
 * The parameters of the write. The events in a visit are those that its latest write brought, for the readers of the
 * stream: a write that brings none takes them away, and counts up, so that no two writes make the same item.
 */
export function visitUpdate(formId: string, sha256: string, change: VisitChange) {
  const { at, set, once = {}, add = {}, ifResponse } = change;
  const counts = Object.entries({ writes: 1, ...change.count }).filter(([, by]) => by > 0);
  const ttl = Math.floor(Date.now() / 1000) + keptSeconds;
  const values = { events: undefined, receivedAt: undefined, ...set, at, ttl };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const gone = Object.entries(values).filter(([, value]) => value === undefined);
  const members = Object.entries(add).filter(([, ids]) => ids.length > 0);
  const sets = [
    ...given.map(([name]) => `#${name} = :${name}`),
    ...Object.keys(once).map(name => `#${name} = if_not_exists(#${name}, :${name})`),
  ];
  const adds = [...counts, ...members].map(([name]) => `#${name} :${name}`);
  const removes = gone.map(([name]) => `#${name}`);
  const names = [...Object.keys({ ...values, ...once }), ...[...counts, ...members].map(([name]) => name)];
  const conditioned = ifResponse !== undefined;
  return {
    TableName: tableName(),
    Key: visitKey(formId, sha256),
    UpdateExpression: [
      `SET ${sets.join(', ')}`,
      `ADD ${adds.join(', ')}`,
      ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
    ].join(' '),
    ...(conditioned && {
      ConditionExpression:
        ifResponse === null ? 'attribute_not_exists(#responseId)' : '#responseId = :expectedResponse',
    }),
    ExpressionAttributeNames: {
      ...Object.fromEntries(names.map(name => [`#${name}`, name])),
      ...(conditioned && { '#responseId': 'responseId' }),
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries([...given, ...Object.entries(once), ...counts].map(([name, value]) => [`:${name}`, value])),
      ...Object.fromEntries(members.map(([name, ids]) => [`:${name}`, new Set(ids)])),
      ...(conditioned && ifResponse !== null && { ':expectedResponse': ifResponse }),
    },
  };
}
