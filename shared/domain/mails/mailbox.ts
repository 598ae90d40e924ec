import { isEmail } from '../text/email-address.ts';

/** The sender of a mail, RFC 5322's mailbox: `Acme Forms <forms@acme.example>`, or only the address. */
export type Mailbox = { readonly name?: string; readonly address: string };

/** Parses a mailbox. SES accepts ASCII addresses with local parts of up to 64 characters. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name, bracketed] = /^([^<>"\\\p{Cc}]{1,60}?) *<([^<>]+)>$/u.exec(text) ?? [];
  const address = bracketed ?? text;
  if (!isMailable(address)) return undefined;
  return name === undefined ? { address } : { name, address };
}

/** Whether mail can be sent to an address. A host without a dot is only on this machine. */
export const isMailable = (address: string): boolean => isEmail(address) && /^.{1,64}@[^@]+\.[^@]+$/.test(address);

/** Returns the name of the service that sends mails: the mailbox's name, or else its domain. */
export const serviceNameOf = (mailbox: Mailbox): string => mailbox.name ?? domainOf(mailbox);

export const domainOf = ({ address }: Mailbox): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/**
 * Returns the mailbox for a header. A name that is not plain words becomes encoded words (RFC 2047) of at most 75
 * characters.
 */
export function mailboxHeader({ name, address }: Mailbox): string {
  if (name === undefined) return address;
  return `${/^[\w !#$%&'*+/=?^`{|}~-]+$/.test(name) ? name : encodedWords(name)} <${address}>`;
}

/** Returns a header text in ASCII. Each word has up to 45 bytes, and never half a character. */
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
