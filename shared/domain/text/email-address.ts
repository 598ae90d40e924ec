/** "A valid e-mail address" of the HTML Living Standard, 4.10.5.1.5, which browsers check in `<input type="email">`. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

/** Whether it would be an address if its non-ASCII letters (RFC 6531) were ASCII. */
export const isEmailBeyondAscii = (text: string): boolean =>
  !isEmail(text) && isEmail(text.replace(/\P{ASCII}/gu, 'x'));
