import type { Fault } from '../../fault.ts';
import type { Form, RetiredField } from './form.ts';

/** A form is one item, which ends at 400 KB; this leaves room for its keys. */
const formBytesMax = 380_000;

/** A form that has become too large to store, with the fields it no longer has: each keeps a column in every export. */
export function faultsOfSize(form: Form, retired: readonly RetiredField[]): Fault[] {
  if (Buffer.byteLength(JSON.stringify([form, retired])) <= formBytesMax) return [];
  const message = `The form, with ${retired.length} fields that it used to have, takes more than ${formBytesMax} bytes. Shorten labels and options, keep the ids of fields that stay the same, or create a new form`;
  return [{ field: 'fields', rule: 'maxBytes', message }];
}
