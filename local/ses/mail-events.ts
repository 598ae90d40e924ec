import { randomUUID } from 'node:crypto';
import { account, region } from '../credentials.ts';
import type { JsonObject } from '../template/template.ts';
import type { SentMail } from './mail-file.ts';

/**
 * The mailboxes of SES's simulator, with or without a label:
 * https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
 */
const simulator = /^(bounce|complaint)(\+[^@]*)?@simulator\.amazonses\.com$/i;

/**
 * Returns a mail's events for the default bus. There are none unless the mail went to the simulator and its
 * configuration set publishes such events.
 */
export function eventsOf(mail: SentMail, set: string, published: readonly string[]): JsonObject[] {
  return mail.to.flatMap(address => {
    const kind = simulator.exec(address)?.[1]?.toLowerCase();
    if (!kind || !published.includes(`${set} ${kind.toUpperCase()}`)) return [];
    const recipients = [{ emailAddress: address }];
    const detail: JsonObject =
      kind === 'bounce'
        ? {
            eventType: 'Bounce',
            bounce: { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients: recipients },
          }
        : { eventType: 'Complaint', complaint: { complainedRecipients: recipients } };
    return [
      eventOf(kind === 'bounce' ? 'Email Bounced' : 'Email Complaint Received', { ...detail, ...ofMail(mail, set) }),
    ];
  });
}

const ofMail = ({ messageId, from, to, tags }: SentMail, set: string): JsonObject => ({
  mail: {
    messageId,
    source: from,
    destination: [...to],
    tags: {
      'ses:configuration-set': [set],
      ...Object.fromEntries(Object.entries(tags).map(([name, values]) => [name, [...values]])),
    },
  },
});

const eventOf = (detailType: string, detail: JsonObject): JsonObject => ({
  version: '0',
  id: randomUUID(),
  'detail-type': detailType,
  source: 'aws.ses',
  account,
  time: `${new Date().toISOString().slice(0, 19)}Z`,
  region,
  resources: [],
  detail,
});
