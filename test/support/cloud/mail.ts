import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReachableCloud } from './shared-cloud.ts';

/** A mail as it arrived. */
export type ArrivedMail = {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
};

/** Returns the mails to an address, in order of arrival. */
export const mailsTo = (cloud: Pick<ReachableCloud, 'mailFolder'>, address: string): ArrivedMail[] =>
  allMails(cloud).filter(({ to }) => to === address);

/** Mails already read. Their files never change, and those of all tests of a run share one folder. */
const readBefore = new Map<string, ArrivedMail>();

/** Returns all sent mails, in order. */
export const allMails = ({ mailFolder }: Pick<ReachableCloud, 'mailFolder'>): ArrivedMail[] =>
  readdirSync(mailFolder)
    .filter(name => name.endsWith('.eml'))
    .sort()
    .map(name => mailIn(join(mailFolder, name)));

function mailIn(file: string): ArrivedMail {
  const mail = readBefore.get(file) ?? arrived(readFileSync(file, 'utf8'));
  readBefore.set(file, mail);
  return mail;
}

/** Returns the link in a mail's text, which is that of its button. */
export const linkIn = ({ text }: ArrivedMail): string => /https?:\/\/\S+/.exec(text)?.[0] ?? '';

function arrived(message: string): ArrivedMail {
  const [head = ''] = message.split('\r\n\r\n', 1);
  const headers = Object.fromEntries(
    head.split('\r\n').map(line => {
      const [name = '', value = ''] = line.split(/: (.*)/s);
      return [name.toLowerCase(), decodedWords(value)];
    }),
  );
  const { to = '', from = '', subject = '' } = headers;
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const [, text = '', html = ''] = message.split(`\r\n--${boundary}`).map(bodyOf);
  return { to, from, subject, headers, text, html };
}

const decodedWords = (value: string): string =>
  value.replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, base64: string) => Buffer.from(base64, 'base64').toString());

const bodyOf = (part: string): string =>
  part.split('\r\n\r\n').slice(1).join('\r\n\r\n').replaceAll('\r\n', '\n').trim();
