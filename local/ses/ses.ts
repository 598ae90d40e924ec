import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { writeFileWhole } from '../data-folder.ts';
import { type LocalServer, serve } from '../http-server.ts';
import { ServiceError } from '../json-protocol.ts';
import { isObject, type Json, type JsonObject } from '../template/template.ts';
import { eventsOf } from './mail-events.ts';
import { messageOf, type SentMail } from './mail-file.ts';
import { type SesOptions as Rules, readMail } from './read-mail.ts';

export type SesOptions = Rules & {
  /** The local cloud's data directory. Each mail is a file in its `mail` folder. */
  readonly dataDir: string;
  /** The port; 0 picks a free one. */
  readonly port: number;
  /** Called with each mail and its file. */
  readonly onMail?: (mail: SentMail, file: string) => void;
  /** The events that configuration sets publish to the default bus: `formline-local BOUNCE`. */
  readonly mailEvents?: readonly string[];
  /** Publishes events to the default bus, for mails to the mailboxes of SES's simulator. */
  readonly publish?: (event: JsonObject) => Promise<void>;
};

/** Returns the folder of the mails. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail');

/** Serves SendEmail of the SES API v2, out of the sandbox. A mail is sent when its file is written. */
export async function startSes(options: SesOptions): Promise<LocalServer> {
  mkdirSync(mailFolder(options.dataDir), { recursive: true });
  return serve(
    (message, response) => void answer(message, response, options),
    options.port,
    () => undefined,
  );
}

async function answer(message: IncomingMessage, response: ServerResponse, options: SesOptions): Promise<void> {
  response.setHeader('content-type', 'application/json');
  try {
    if (message.method !== 'POST' || message.url !== '/v2/email/outbound-emails') {
      const why = `The local cloud does not support ${message.method} ${message.url}.`;
      throw new ServiceError('NotFoundException', why, { status: 404 });
    }
    const input = (await json(message)) as Json;
    const mail = { ...readMail(isObject(input) ? input : {}, options), messageId: randomUUID() };
    keep(mail, options);
    await report(mail, isObject(input) ? String(input.ConfigurationSetName) : '', options);
    response.end(JSON.stringify({ MessageId: mail.messageId }));
  } catch (error) {
    const known = error instanceof ServiceError;
    if (!known) console.error(error);
    const {
      status,
      type,
      message: why,
    } = known ? error : new ServiceError('InternalFailure', String(error), { status: 500 });
    response.writeHead(status, { 'x-amzn-errortype': type }).end(JSON.stringify({ message: why }));
  }
}

async function report(mail: SentMail, set: string, { mailEvents = [], publish }: SesOptions): Promise<void> {
  for (const event of eventsOf(mail, set, mailEvents)) await publish?.(event);
}

/** Stores a mail. Files sort by time, and the name has the recipient, so that you can find a mail. */
function keep(mail: SentMail, { dataDir, onMail }: SesOptions): void {
  const now = new Date();
  const [to = ''] = mail.to;
  const name = `${now.toISOString().replace(/[:.]/g, '-')}-${to.replace(/[^\w@.-]/g, '_')}-${mail.messageId.slice(0, 4)}`;
  const file = join(mailFolder(dataDir), `${name}.eml`);
  writeFileWhole(file, messageOf(mail, now));
  onMail?.(mail, file);
}
