import { mailTagName } from './mail.ts';

/**
 * The parts that we read of an SES event from EventBridge.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export type MailEvent = {
  readonly time: string;
  readonly detail: {
    readonly mail?: { readonly tags?: Readonly<Record<string, readonly string[]>> };
    readonly bounce?: { readonly bounceType: string; readonly bouncedRecipients: readonly Recipient[] };
    readonly complaint?: { readonly complainedRecipients: readonly Recipient[] };
  };
};

/** Returns the tag that the mail was sent with. */
export const tagOf = ({ detail: { mail } }: MailEvent): string | undefined => mail?.tags?.[mailTagName]?.[0];

type Recipient = { readonly emailAddress: string };

/** Returns the addresses that get no more mail, and why. A full mailbox or an unreachable server is temporary. */
export function stoppedBy({ time: at, detail: { bounce, complaint } }: MailEvent) {
  if (complaint) return { reason: 'complaint' as const, at, addresses: addressesOf(complaint.complainedRecipients) };
  const isPermanent = bounce?.bounceType === 'Permanent';
  return { reason: 'bounce' as const, at, addresses: isPermanent ? addressesOf(bounce.bouncedRecipients) : [] };
}

/** Returns the bare addresses. Some servers include the name: `Ada <ada@example.com>`. */
const addressesOf = (recipients: readonly Recipient[]): string[] =>
  recipients.map(({ emailAddress }) => /<([^<>]+)>\s*$/.exec(emailAddress)?.[1] ?? emailAddress);
