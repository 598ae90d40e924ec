/**
 * What EventBridge brings of SES, as far as it is read.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export type MailEvent = {
  readonly time: string;
  readonly detail: {
    readonly bounce?: { readonly bounceType: string; readonly bouncedRecipients: readonly Recipient[] };
    readonly complaint?: { readonly complainedRecipients: readonly Recipient[] };
  };
};

type Recipient = { readonly emailAddress: string };

/** Which addresses get nothing more, and why. A mailbox that is full, or a server that is away, is there again one day. */
export function stoppedBy({ time: at, detail: { bounce, complaint } }: MailEvent) {
  if (complaint) return { reason: 'complaint' as const, at, addresses: addressesOf(complaint.complainedRecipients) };
  const isPermanent = bounce?.bounceType === 'Permanent';
  return { reason: 'bounce' as const, at, addresses: isPermanent ? addressesOf(bounce.bouncedRecipients) : [] };
}

/** Some servers name the mailbox with its name: `Ada <ada@example.com>`. */
const addressesOf = (recipients: readonly Recipient[]): string[] =>
  recipients.map(({ emailAddress }) => /<([^<>]+)>\s*$/.exec(emailAddress)?.[1] ?? emailAddress);
