import type { ServiceInput } from '../json-protocol.ts';
import { ServiceError } from '../json-protocol.ts';
import {
  batchTooLong,
  emptyBatch,
  invalidContents,
  invalidEntryId,
  invalidParameter,
  missingParameter,
  repeatedEntryId,
  tooManyEntries,
  unsupported,
} from './errors.ts';
import type { NewMessage } from './message-store.ts';

/** The maximum size of a message and of a whole batch, in bytes. */
const maxBytes = 1024 * 1024;

export function text(input: ServiceInput, name: string): string {
  const value = input[name];
  if (value === undefined || value === '') throw missingParameter(name);
  if (typeof value !== 'string')
    throw invalidParameter(`Value for parameter ${name} is invalid. Reason: Must be a string.`);
  return value;
}

export function integer(
  input: ServiceInput,
  name: string,
  bounds: { min: number; max: number; otherwise: number },
): number {
  const { min, max, otherwise } = bounds;
  const value = input[name] ?? otherwise;
  if (!Number.isInteger(value) || Number(value) < min || Number(value) > max) {
    throw invalidParameter(
      `Value ${value} for parameter ${name} is invalid. Reason: Must be between ${min} and ${max}, if provided.`,
    );
  }
  return Number(value);
}

export function names(input: ServiceInput, name: string): string[] {
  const value = input[name] ?? [];
  if (!Array.isArray(value)) throw invalidParameter(`Value for parameter ${name} is invalid. Reason: Must be a list.`);
  return value.map(String);
}

/** Returns the message of a SendMessage request or of one entry of a batch. */
export function newMessage(input: ServiceInput, trace: string | undefined): NewMessage {
  for (const name of ['MessageAttributes', 'MessageDeduplicationId', 'MessageSystemAttributes']) {
    if (input[name] !== undefined) throw unsupported(`The local cloud does not support the parameter ${name}.`);
  }
  const body = text(input, 'MessageBody');
  if (Buffer.byteLength(body) > maxBytes) {
    throw invalidParameter(
      `One or more parameters are invalid. Reason: Message must be shorter than ${maxBytes} bytes.`,
    );
  }
  if (!/^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u.test(body)) throw invalidContents();
  const group = input.MessageGroupId === undefined ? null : text(input, 'MessageGroupId');
  if (group !== null && !/^[!-~]{1,128}$/.test(group)) {
    throw invalidParameter(
      `Value ${group} for parameter MessageGroupId is invalid. Reason: MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
    );
  }
  return {
    body,
    group,
    trace: trace ?? null,
    delaySeconds: integer(input, 'DelaySeconds', { min: 0, max: 900, otherwise: 0 }),
  };
}

function entriesOf(input: ServiceInput): (ServiceInput & { Id: string })[] {
  const entries = (input.Entries ?? []) as ServiceInput[];
  if (!Array.isArray(entries) || entries.length === 0) throw emptyBatch();
  if (entries.length > 10) throw tooManyEntries(entries.length);
  const ids = new Set<string>();
  return entries.map(entry => {
    const Id = String(entry.Id ?? '');
    if (!/^[\w-]{1,80}$/.test(Id)) throw invalidEntryId();
    if (ids.has(Id)) throw repeatedEntryId(Id);
    ids.add(Id);
    return { ...entry, Id };
  });
}

export function refuseLongBatch(input: ServiceInput): void {
  const bytes = entriesOf(input).reduce((sum, entry) => sum + Buffer.byteLength(text(entry, 'MessageBody')), 0);
  if (bytes > maxBytes) throw batchTooLong(maxBytes, bytes);
}

/** Runs `work` for each entry and answers as all batch operations do: `Successful` and `Failed`. */
export function eachEntry(input: ServiceInput, work: (entry: ServiceInput) => object | undefined): object {
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entriesOf(input)) {
    try {
      Successful.push({ Id: entry.Id, ...work(entry) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.queryCode, Message: error.message });
    }
  }
  return { Successful, Failed };
}
