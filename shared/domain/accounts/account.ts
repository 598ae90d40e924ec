import type { Fault } from '../../fault.ts';
import { isEmail } from '../text/email-address.ts';

/** The longest password, so that a sender of long ones cannot slow down hashing. */
export const passwordBytesMax = 128;

/** Returns the faults of a user's parts that a schema cannot check. */
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
  // A '#' is allowed in an address but rare, and it separates the parts of a table key.
  if (email !== undefined && (!isEmail(email) || email.includes('#'))) {
    const message = 'must be an email address such as name@example.com, in ASCII, without spaces or #';
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
