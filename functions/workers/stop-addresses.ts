import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type MailEvent, stoppedBy, tagOf } from '../../shared/domain/mails/mail-event.ts';
import { log } from '../../shared/log.ts';
import { stopAddress } from '../../shared/store/mails/mail-stops.ts';
import { endReply, repliedIn } from '../../shared/store/responses/replies.ts';

/** Stops email to addresses that SES reports as bounced or complaining, and notes it with the reply that came back. */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const failed = await Promise.all(Records.map(failureOf));
  return { batchItemFailures: failed.filter(failure => failure !== undefined) };
};

async function failureOf({ body, messageId }: SQSRecord): Promise<SQSBatchItemFailure | undefined> {
  try {
    const event = JSON.parse(body) as MailEvent;
    const { addresses, reason, at } = stoppedBy(event);
    for (const address of addresses) await stopAddress(address, { reason, at });
    if (addresses.length > 0) log.warn('addresses get no more mails', { reason, addresses: addresses.length });
    const replied = repliedIn(tagOf(event));
    if (replied && addresses.length > 0) {
      await endReply(replied.responseId, replied.replyId, { state: 'bounced', at });
    }
    return undefined;
  } catch (error) {
    log.error('an event of SES was not read', error as Error);
    return { itemIdentifier: messageId };
  }
}
