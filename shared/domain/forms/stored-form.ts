import type { Fault } from '../../fault.ts';
import { newId } from '../../ids.ts';
import { type Form, type NewForm, type RetiredField, tidyForm } from './form.ts';

// The parts of a form's code that need Node; form.ts is also for pages.

export function newForm(body: NewForm, environment: Form['environment']): Form {
  const now = new Date().toISOString();
  return { id: newId('form'), version: 1, ...tidyForm(body), environment, createdAt: now, updatedAt: now };
}

/** A form is one item of at most 400 KB; this leaves room for its keys. */
const formBytesMax = 380_000;

/**
 * Returns the fault of a form that is too large to store, including its former fields, which each keep a column in
 * every export.
 */
export function faultsOfSize(form: Form, retired: readonly RetiredField[]): Fault[] {
  if (Buffer.byteLength(JSON.stringify([form, retired])) <= formBytesMax) return [];
  const message = `The form, with ${retired.length} former fields, is larger than ${formBytesMax} bytes. Shorten labels and options, keep the ids of fields that stay the same, or create a new form`;
  return [{ field: 'fields', rule: 'maxBytes', message }];
}
