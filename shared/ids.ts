import { createHash } from 'node:crypto';
import { decodeTime, encodeTime, ulid } from 'ulid';
import { fileIdPattern, ulidPattern } from './id-patterns.ts';

const prefixes = {
  form: 'form_',
  response: 'sub_',
  note: 'note_',
  user: 'usr_',
  organization: 'org_',
  environment: 'env_',
  key: 'key_',
  job: 'job_',
  webhook: 'wh_',
  delivery: 'dlv_',
  auditEvent: 'evt_',
  template: 'tpl_',
  integration: 'int_',
  autoresponder: 'aut_',
  file: 'file_',
  invitation: 'inv_',
  dataSubjectRequest: 'dsr_',
  export: 'exp_',
  exportFile: 'xpf_',
  archive: 'arc_',
  session: 'sess_',
  mail: 'mail_',
  view: 'view_',
  reply: 'rpl_',
} as const;

const formIdPattern = new RegExp(`^form_${ulidPattern}$`);
const webhookIdPattern = new RegExp(`^wh_${ulidPattern}(${ulidPattern})?$`);
const templateIdPattern = new RegExp(`^tpl_${ulidPattern}$`);
const integrationIdPattern = new RegExp(`^int_${ulidPattern}$`);
const autoresponderIdPattern = new RegExp(`^aut_${ulidPattern}$`);
const requestIdPattern = new RegExp(`^dsr_${ulidPattern}$`);
const deliveryIdPattern = new RegExp(`^dlv_(${ulidPattern})$`);
const responseIdPattern = new RegExp(`^sub_(${ulidPattern})(${ulidPattern})$`);

/** The 32 digits of Crockford's base32, as the ULID specification uses them. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The most shards of responses. One base32 digit names a shard. */
export const shardsMax = digits.length;

export const shardNames = (count: number): string[] => [...digits.slice(0, count)];

/** Picks a shard at random, but not `avoided` if there are others. */
export function randomShard(count: number, avoided?: string): string {
  const shards = shardNames(count).filter(shard => count === 1 || shard !== avoided);
  return shards[Math.floor(Math.random() * shards.length)] ?? '0';
}

/** The partitions of a form's uploads, named by the last digit of their sort key. */
export const uploadSlices: readonly string[] = [...digits];

/** Returns an opaque ID that sorts by creation: `form_01JD…`. */
export function newId(
  kind: Exclude<keyof typeof prefixes, 'response' | 'webhook' | 'delivery' | 'file' | 'archive' | 'autoresponder'>,
): string {
  return prefixes[kind] + ulid();
}

/**
 * Returns the ID of a reply that was requested with an `Idempotency-Key`. It is the same if the same caller repeats the
 * request.
 */
export const repeatedReplyId = (...asked: readonly string[]): string =>
  prefixes.reply + createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 26).toUpperCase();

/** Whether a text is an id of this kind, made of a prefix and a ULID. */
export const isIdOf = (
  kind: 'archive' | 'export' | 'organization' | 'key' | 'user' | 'invitation' | 'session',
  id: string,
): boolean => new RegExp(`^${prefixes[kind]}${ulidPattern}$`).test(id);

export const isDataSubjectRequestId = (id: string): boolean => requestIdPattern.test(id);

export const isFormId = (id: string): boolean => formIdPattern.test(id);

export const isTemplateId = (id: string): boolean => templateIdPattern.test(id);
export const isIntegrationId = (id: string): boolean => integrationIdPattern.test(id);

/** Returns the ID of a form’s autoresponder. Each form has one. */
export const autoresponderId = (formId: string): string => prefixes.autoresponder + formId.slice(prefixes.form.length);

export const isAutoresponderId = (id: string): boolean => autoresponderIdPattern.test(id);

/** The address of a response, read from its ID. */
export type ResponseAddress = { formId: string; shard: string; sortKey: string };

/**
 * Returns the ID of a new response: `sub_` + ULID + ULID of the form. It sorts by creation, and its last random digit
 * names the shard, so reading a response by ID needs no index.
 */
export function newResponseId(formId: string, shardCount: number, now: number, avoidedShard?: string): string {
  const random = ulid(now).slice(0, -1) + randomShard(shardCount, avoidedShard);
  return prefixes.response + random + formId.slice(prefixes.form.length);
}

/**
 * Returns the ID of an imported response, submitted at this time (ms since the epoch). It is the same for each import
 * into the form, and in the first shard, because the number of shards may change.
 *
 * @param identity a name that no other response of the form has
 */
export function importedResponseId(formId: string, time: number, identity: string): string {
  const random = hashDigits(`${formId}\n${identity}`, 15);
  return responseId(formId, `${timeKey(time)}${random}0`);
}

/** Returns the address in a response ID, or undefined. */
export function responseAddress(id: string): ResponseAddress | undefined {
  const [, sortKey, form] = responseIdPattern.exec(id) ?? [];
  if (sortKey === undefined || form === undefined) return undefined;
  return { formId: prefixes.form + form, shard: sortKey.slice(-1), sortKey };
}

/** @param sortKey the sort key in its ID, or the one that it moved to */
export function responseId(formId: string, sortKey: string): string {
  return prefixes.response + firstSortKey(sortKey) + formId.slice(prefixes.form.length);
}

/**
 * Returns the sort key that a response moves to when it is completed after its first save: the time (ms since the
 * epoch), then its first sort key, which its ID has.
 */
export const completedSortKey = (time: number, sortKey: string): string => timeKey(time) + firstSortKey(sortKey);

/** Returns the sort key that a response had at its first save. */
export const firstSortKey = (sortKey: string): string => sortKey.slice(-ulidLength);

/** Returns the time of the first save of the response with this ID, in ms since the epoch. */
export const firstSaveOf = (id: string): number => timeOf(responseAddress(id)?.sortKey ?? '');

/** Whether a sort key is one that a response moved to. */
export const isCompletedSortKey = (sortKey: string): boolean => sortKey.length > ulidLength;

const ulidLength = 26;

/** The address of an upload, read from the ID of its file. */
export type FileAddress = { formId: string; slice: string; sortKey: string };

/** Returns the ID of a new file: `file_` + ULID + ULID of the form, like a response’s. */
export const newFileId = (formId: string, now: number): string => fileIdOf(formId, ulid(now));

export const fileIdOf = (formId: string, sortKey: string): string =>
  prefixes.file + sortKey + formId.slice(prefixes.form.length);

/** Returns the address in a file ID, or undefined. */
export function fileAddress(id: string): FileAddress | undefined {
  const [, sortKey, form] = fileIdPattern.exec(id) ?? [];
  if (sortKey === undefined || form === undefined) return undefined;
  return { formId: prefixes.form + form, slice: sortKey.slice(-1), sortKey };
}

/** The ULID of a form or template, which the IDs of its images begin with. */
const imageOwner = (id: string): string => id.slice(id.indexOf('_') + 1);

/** What the IDs of the images of a form or template begin with. */
export const imagePrefix = (owner: string): string => `img_${imageOwner(owner)}`;

/** Returns the ID of a new image of a form or template: `img_` + ULID of the owner + ULID. */
export const newImageId = (owner: string): string => imagePrefix(owner) + ulid();

export const isImageId = (id: string): boolean => new RegExp(`^img_(${ulidPattern}){2}$`).test(id);

/** Whether an image belongs to this form or template. */
export const isImageOf = (owner: string, id: string): boolean => isImageId(id) && id.startsWith(imagePrefix(owner));

/** Returns when an image was uploaded, in ms since the epoch. */
export const timeOfImage = (id: string): number => timeOf(id.slice(-ulidLength));

/** Returns the ID of the archive that begins at this time (ms since the epoch): `arc_` + a ULID of only that time. */
export const archiveIdOf = (from: number): string => prefixes.archive + timeKey(from).padEnd(26, '0');

/** Returns the ID of a new webhook. For a form’s own entry, it ends with the ULID of the form. */
export function newWebhookId(formId?: string): string {
  return prefixes.webhook + ulid() + (formId?.slice(prefixes.form.length) ?? '');
}

/** Returns the form of a form’s own webhook. Returns undefined for any other text. */
export function webhookOwner(id: string): { formId?: string } | undefined {
  const match = webhookIdPattern.exec(id);
  if (!match) return undefined;
  return match[1] === undefined ? {} : { formId: prefixes.form + match[1] };
}

/**
 * Returns the ID of an event’s delivery to a receiver. It is always the same, so fanning out twice creates one
 * delivery. It sorts by the time of the event.
 *
 * @param event its time in ms since the epoch, and a name that no other event has
 */
export function deliveryId(event: { time: number; identity: string }, receiverId: string): string {
  return prefixes.delivery + timeKey(event.time) + hashDigits(`${event.identity}\n${receiverId}`, 16);
}

/**
 * Returns the ID of an audit event that gathers what happened in a span of time. It is the same for all of it.
 *
 * @param from the start of the span in ms since the epoch
 * @param identity a name that nothing else of the span has
 */
export const gatheredEventId = (from: number, identity: string): string =>
  prefixes.auditEvent + timeKey(from) + hashDigits(identity, 16);

/** Returns digits derived from a text: always the same, and almost certainly different from those of any other text. */
const hashDigits = (text: string, count: number): string =>
  Array.from(createHash('sha256').update(text).digest().subarray(0, count), byte => digits[byte % digits.length]).join(
    '',
  );

/** Returns the sort key in a delivery ID, or undefined. */
export const deliverySortKey = (id: string): string | undefined => deliveryIdPattern.exec(id)?.[1];

export const deliveryIdOf = (sortKey: string): string => prefixes.delivery + sortKey;

/**
 * Returns the first ten digits of a ULID for this time (ms since the epoch): the lowest sort key of that millisecond.
 */
export const timeKey = (time: number): string => encodeTime(Math.min(Math.max(time, 0), 2 ** 48 - 1), 10);

export const isTimeKey = (text: string): boolean => /^[0-7][0-9A-HJKMNP-TV-Z]{9}$/.test(text);

/** Returns the time when an ID or sort key was created, in ms since the epoch. */
export const timeOf = (sortKey: string): number => decodeTime(sortKey.slice(0, 26));

/** Whether a text can be a position in a list: an ID, a sort key of a response, or one after the time of a change. */
export const isSortKey = (text: string): boolean =>
  new RegExp(`^([a-z]+_|([0-9A-HJKMNP-TV-Z]{10}){0,2})(${ulidPattern}){1,2}$`).test(text);
