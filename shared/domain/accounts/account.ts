import type { Fault } from '../../fault.ts';
import { isEmail } from '../email-address.ts';

/** A longer password is refused: hashing one must not take longer because somebody sends much. */
export const passwordBytesMax = 128;

/** What is wrong with the parts of a user that a schema does not say. */
export function faultsOfAccount({
  email,
  name,
  password,
}: {
  email?: string;
  name?: string;
  password?: string;
}): Fault[] {
  const faults: Fault[] = [];
  // A '#' is allowed in an address and hardly ever there; it separates the parts of a key of the table.
  if (email !== undefined && (!isEmail(email) || email.includes('#'))) {
    const message = 'must be an e-mail address such as name@example.com, in ASCII, without spaces and without #';
    faults.push({ field: 'email', rule: 'email', message });
  }
  if (name !== undefined && name.trim() === '') {
    faults.push({ field: 'name', rule: 'minLength', message: 'must not be blank' });
  }
  if (password !== undefined && Buffer.byteLength(password) > passwordBytesMax) {
    const message = `must be at most ${passwordBytesMax} bytes in UTF-8`;
    faults.push({ field: 'password', rule: 'maxLength', message });
  }
  return faults;
}
