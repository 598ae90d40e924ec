import { randomBytes } from 'node:crypto';

/** A sent mail: what SES makes of `Content.Simple`. */
export type SentMail = {
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly tags: Readonly<Record<string, readonly string[]>>;
};

/**
 * Returns the message in RFC 5322, with 8-bit text, so that you can find a link in it and any mail program opens it.
 */
export function messageOf(
  { messageId, from, to, replyTo, subject, text, html, headers }: SentMail,
  sentAt: Date,
): string {
  const boundary = `part-${randomBytes(12).toString('hex')}`;
  const lines: readonly (readonly [string, string])[] = [
    ['From', from],
    ['To', to.join(', ')],
    ...(replyTo.length > 0 ? [['Reply-To', replyTo.join(', ')] as const] : []),
    ['Subject', encodedWords(subject)],
    ['Date', sentAt.toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${messageId}@email.amazonses.com>`],
    ...headers,
    ['MIME-Version', '1.0'],
    ['Content-Type', `multipart/alternative; boundary="${boundary}"`],
  ];
  const part = (type: string, content: string) =>
    `--${boundary}\nContent-Type: ${type}; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n\n${content}\n`;
  const head = lines.map(([name, value]) => `${name}: ${value}\n`).join('');
  const message = `${head}\n${part('text/plain', text)}${part('text/html', html)}--${boundary}--\n`;
  return message.replace(/\r?\n/g, '\r\n');
}

const encodedWords = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;
