import type { Fault } from '../../fault.ts';
import { fileAddress } from '../../ids.ts';
import type { Field } from '../fields/field.ts';
import type { Answers } from './answers.ts';

/** The most files of one response: attaching, replacing or removing all of them has to fit in one transaction. */
export const filesMax = 40;

export type FileChanges = {
  /** Answers to fields of type file that name another file than before. */
  readonly attached: readonly { readonly fieldId: string; readonly fileId: string }[];
  /** Ids that no answer names any more. Texts that only look like the id of a file are among them. */
  readonly dropped: readonly string[];
};

/** What a change of answers does to the files of a response; nothing at all for nearly every one. */
export function fileChanges(formId: string, fields: readonly Field[], before: Answers, after: Answers): FileChanges {
  const asked = fields.filter(({ type }) => type === 'file').map(({ id }) => id);
  // A field may be called `constructor`: only what an object itself has is an answer.
  const attached = asked
    .filter(id => Object.hasOwn(after, id) && !(Object.hasOwn(before, id) && after[id] === before[id]))
    .map(id => ({ fieldId: id, fileId: String(after[id]) }));
  const kept = new Set(fileIdsIn(formId, after));
  return { attached, dropped: fileIdsIn(formId, before).filter(id => !kept.has(id)) };
}

/**
 * The texts among the answers that are ids of files of this form, each once: also those that answer a field which the
 * form no longer has, or which is no file today. Whether the response owns such a file, its upload says.
 */
export function fileIdsIn(formId: string, answers: Readonly<Record<string, unknown>>): string[] {
  const texts = Object.values(answers).filter(answer => typeof answer === 'string');
  return [...new Set(texts)].filter(text => fileAddress(text)?.formId === formId);
}

/** What is wrong with a file that is announced, beyond what the contract says of it. */
export function faultsOfUpload(
  fields: readonly Field[],
  { fieldId, size }: { fieldId: string; size: number },
  maxBytes: number,
): Fault[] {
  const ids = fields.filter(({ type }) => type === 'file').map(({ id }) => id);
  const faults: Fault[] = [];
  if (!ids.includes(fieldId)) {
    const right = ids.length > 0 ? `it has: ${ids.slice(0, 10).join(', ')}` : 'it has none';
    faults.push({ field: 'fieldId', rule: 'unknown', message: `is not a file field of this form; ${right}` });
  }
  if (size > maxBytes) {
    faults.push({
      field: 'size',
      rule: 'maximum',
      message: `must be <= ${maxBytes} bytes, the largest that a file may be`,
    });
  }
  return faults;
}
