import type { Fault } from '../../fault.ts';
import { ulidPattern } from '../../id-patterns.ts';
import { fileAddress } from '../../ids.ts';
import type { Field } from '../fields/field.ts';
import type { Answers } from './answers.ts';

/**
 * The maximum number of files of a response. Attaching, replacing or removing all of them must fit in one transaction.
 */
export const filesMax = 40;

export type FileChanges = {
  /** Answers to file fields that name another file than before. */
  readonly attached: readonly { readonly fieldId: string; readonly fileId: string }[];
  /** IDs that no answer names any more, including texts that only look like a file's ID. */
  readonly dropped: readonly string[];
};

/** Returns what a change of answers does to the files of a response; usually nothing. */
export function fileChanges(formId: string, fields: readonly Field[], before: Answers, after: Answers): FileChanges {
  const asked = fields.filter(({ type }) => type === 'file').map(({ id }) => id);
  const attached = asked.flatMap(fieldId => {
    const had = new Set(textsAt(before, fieldId));
    return textsAt(after, fieldId).flatMap(fileId => (had.has(fileId) ? [] : [{ fieldId, fileId }]));
  });
  const kept = new Set(fileIdsIn(formId, after));
  return { attached, dropped: fileIdsIn(formId, before).filter(id => !kept.has(id)) };
}

/**
 * Returns the texts among the answers that are IDs of this form's files, each once, including answers to former fields,
 * or to fields that are not files today. The upload says whether the response owns such a file.
 */
export function fileIdsIn(formId: string, answers: Readonly<Record<string, unknown>>): string[] {
  const texts = Object.values(answers).flatMap(textsIn);
  return [...new Set(texts)].filter(text => fileAddress(text)?.formId === formId);
}

/** Returns the file IDs in a damaged JSON text of answers. */
export const fileIdsInText = (formId: string, text: string): string[] =>
  fileIdsIn(formId, { text: text.match(new RegExp(`file_(?:${ulidPattern}){2}`, 'g')) ?? [] });

/** Returns the texts of an answer. A field may be called `constructor`, so only own properties count. */
const textsAt = (answers: Answers, id: string): string[] => (Object.hasOwn(answers, id) ? textsIn(answers[id]) : []);

const textsIn = (answer: unknown): string[] => [answer].flat().filter(text => typeof text === 'string');

/** A file as announced before its upload. */
type AnnouncedFile = {
  readonly fieldId: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
};

/** Returns the largest file of a field in bytes, within the deployment's limit. */
export const fileBytesMax = (fields: readonly Field[], fieldId: string, deploymentMax: number): number =>
  Math.min(fields.find(({ id }) => id === fieldId)?.validate?.maxBytes ?? deploymentMax, deploymentMax);

/** Returns the faults of an announced file beyond the contract's. `maxBytes` is its field's limit. */
export function faultsOfUpload(fields: readonly Field[], announced: AnnouncedFile, maxBytes: number): Fault[] {
  const { fieldId, size } = announced;
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
  const { accept } = fields.find(({ id }) => id === fieldId)?.validate ?? {};
  if (accept && !accept.some(accepted => fits(accepted, announced))) {
    const message = `must be what the field accepts, by its type or its name: ${accept.slice(0, 10).join(', ')}`;
    faults.push({ field: 'contentType', rule: 'accept', message });
  }
  return faults;
}

/**
 * Whether a file matches `image/png`, `image/*`, or a file extension such as `.pdf`, in any case, like HTML's `accept`
 * attribute.
 */
function fits(accepted: string, { contentType, fileName }: AnnouncedFile): boolean {
  const wanted = accepted.toLowerCase();
  if (wanted.startsWith('.')) return fileName.toLowerCase().endsWith(wanted);
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
