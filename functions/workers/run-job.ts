import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { WorkMessage } from '../../shared/aws/work-queues.ts';
import { log } from '../../shared/log.ts';
import { abandonSilent } from '../../shared/store/abandonment.ts';
import { carryOut } from '../../shared/store/carry-out.ts';
import { getJob } from '../../shared/store/jobs.ts';
import { partsOf } from '../../shared/store/keys.ts';
import { isUploadKey, removeUpload } from '../../shared/store/upload-removal.ts';

/** A job saves its progress and is due again before the function's time ends. */
const reserveMs = 20_000;

export const handler = async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { body, messageId } of Records) {
    try {
      await work(JSON.parse(body) as WorkMessage, Date.now() + context.getRemainingTimeInMillis() - reserveMs);
    } catch (error) {
      log.error('a job was interrupted', error as Error);
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
};

/** What is due is a job, a file that is to be removed, or a partial response that may have been abandoned. */
async function work({ pk, sk }: WorkMessage, deadline: number): Promise<void> {
  if (partsOf('response', 'pk', pk)) return abandonSilent({ pk, sk }, Date.now());
  if (isUploadKey({ pk, sk })) return removeUpload({ pk, sk });
  const job = await getJob({ pk, sk });
  if (job) await carryOut({ pk, sk }, job, deadline);
}
