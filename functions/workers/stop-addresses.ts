import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type MailEvent, stoppedBy } from '../../shared/domain/mails/mail-event.ts';
import { log } from '../../shared/log.ts';
import { stopAddress } from '../../shared/store/mails/mail-stops.ts';

/** Stops email to addresses that SES reports as bounced or complaining. */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const failed = await Promise.all(Records.map(failureOf));
  return { batchItemFailures: failed.filter(failure => failure !== undefined) };
};

async function failureOf({ body, messageId }: SQSRecord): Promise<SQSBatchItemFailure | undefined> {
  try {
    const { addresses, reason, at } = stoppedBy(JSON.parse(body) as MailEvent);
    for (const address of addresses) await stopAddress(address, { reason, at });
    if (addresses.length > 0) log.warn('addresses get no more mails', { reason, addresses: addresses.length });
    return undefined;
  } catch (error) {
    log.error('an event of SES was not read', error as Error);
    return { itemIdentifier: messageId };
  }
}
