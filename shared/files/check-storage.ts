import { isDeepStrictEqual } from 'node:util';
import type { Form } from '../domain/forms/form.ts';
import { unsupportedStorage } from '../domain/forms/storage.ts';
import { notSupported } from '../errors.ts';

/** Refuses a storage that is not there before and that this deployment would not carry out. */
export function checkStorage(form: Pick<Form, 'storage'>, before?: Pick<Form, 'storage'>): void {
  if (isDeepStrictEqual(form.storage, before?.storage)) return;
  // Lambda sets it.
  const faults = unsupportedStorage(form, process.env.AWS_REGION ?? '');
  if (faults.length > 0) throw notSupported(faults);
}
