import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import { type LocalServer, serve } from '../../../local/http-server.ts';
import type { SentMail } from '../../../local/ses/mail-file.ts';
import { notVerified } from '../../../local/ses/read-mail.ts';
import { mailFolder, startSes } from '../../../local/ses/ses.ts';

/** The errors that SES can return instead of accepting a mail, by name. It rejects an address as in the sandbox. */
type SesFault = 'MessageRejected' | 'SendingPausedException' | 'TooManyRequestsException';

export type Ses = {
  readonly mailFolder: string;
  /** The mails accepted in this test, in order. */
  readonly mails: SentMail[];
  /**
   * Refuses every request with this error, or with the one that a function returns for an address, until it is reset or
   * the test ends.
   */
  fail(fault: SesFault | undefined | ((to: string) => SesFault | undefined)): void;
};

/** Sets up an SES for the tests of a file. It accepts mails from `acme.example` and can fail. */
export function useSes(): Ses {
  const dataDir = mkdtempSync(join(tmpdir(), 'formline-ses-'));
  const servers: LocalServer[] = [];
  const mails: SentMail[] = [];
  let faultFor: (to: string) => SesFault | undefined = () => undefined;

  beforeAll(async () => {
    const identities = { identities: ['acme.example'], configurationSets: ['set'] };
    const ses = await startSes({ dataDir, port: 0, ...identities, onMail: mail => mails.push(mail) });
    const proxy = await serve(
      async (incoming, outgoing) => {
        const body = await buffer(incoming);
        const to = JSON.parse(body.toString()).Destination.ToAddresses[0];
        const fault = faultFor(to);
        if (fault) {
          const status = fault === 'TooManyRequestsException' ? 429 : 400;
          const message = fault === 'MessageRejected' ? notVerified(to) : fault;
          outgoing.writeHead(status, { 'x-amzn-errortype': fault }).end(JSON.stringify({ message }));
          return;
        }
        const { method, url, headers } = incoming;
        request(`${ses.endpoint}${url}`, { method, headers }, answer => {
          outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(outgoing);
        }).end(body);
      },
      0,
      () => undefined,
    );
    servers.push(proxy, ses);
    Object.assign(process.env, {
      ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region },
      ...{ MAIL_FROM: 'Acme <forms@acme.example>', MAIL_CONFIGURATION_SET: 'set' },
      AWS_ENDPOINT_URL_SESV2: proxy.endpoint,
    });
  });

  afterEach(() => {
    faultFor = () => undefined;
    mails.length = 0;
  });

  afterAll(async () => {
    for (const server of servers) await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    mailFolder: mailFolder(dataDir),
    mails,
    fail(next) {
      faultFor = typeof next === 'function' ? next : () => next;
    },
  };
}
