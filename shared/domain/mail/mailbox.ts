import { isEmail } from '../email-address.ts';

/** Who a mail is from, RFC 5322's mailbox: `Acme Forms <forms@acme.example>`, or the address alone. */
export type Mailbox = { readonly name?: string; readonly address: string };

/** SES takes addresses in ASCII, and local parts of 64 characters. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name, bracketed] = /^([^<>"\\\p{Cc}]{1,60}?) *<([^<>]+)>$/u.exec(text) ?? [];
  const address = bracketed ?? text;
  if (!isMailable(address)) return undefined;
  return name === undefined ? { address } : { name, address };
}

/** Whether a mail can be sent to it: a host without a dot is of this machine alone. */
export const isMailable = (address: string): boolean => isEmail(address) && /^.{1,64}@[^@]+\.[^@]+$/.test(address);

/** What people know the service by that mails are from: its name, or else its domain. */
export const serviceNameOf = (mailbox: Mailbox): string => mailbox.name ?? domainOf(mailbox);

export const domainOf = ({ address }: Mailbox): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The mailbox as a header has it: a name beyond plain words as encoded words (RFC 2047), of 75 characters at most. */
export function mailboxHeader({ name, address }: Mailbox): string {
  if (name === undefined) return address;
  return `${/^[\w !#$%&'*+/=?^`{|}~-]+$/.test(name) ? name : encodedWords(name)} <${address}>`;
}

/** A text of a header in ASCII; each word has up to 45 bytes, and no half of a character. */
export function encodedWords(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 45) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map(each => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join(' ');
}
