import type { Context, SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { abandonInactive } from '../../shared/jobs/abandonment.ts';
import { isDataSubjectKey, runRequest } from '../../shared/jobs/data-subjects/run-request.ts';
import type { WorkMessage } from '../../shared/jobs/enqueue-due.ts';
import { isExportKey, runExport } from '../../shared/jobs/exports/run-export.ts';
import { applyFieldPolicies } from '../../shared/jobs/field-policies.ts';
import { sendDueMail } from '../../shared/jobs/mails/send-due-mail.ts';
import { tendResponse } from '../../shared/jobs/move-answers.ts';
import { removeSpam } from '../../shared/jobs/purges/spam-removal.ts';
import { isUploadKey, removeUpload } from '../../shared/jobs/purges/upload-removal.ts';
import { keepRetention } from '../../shared/jobs/retention/keep-retention.ts';
import { runJob } from '../../shared/jobs/run-job.ts';
import { log } from '../../shared/log.ts';
import { isRetentionKey } from '../../shared/store/forms/retention.ts';
import { isSealingKey } from '../../shared/store/forms/sealing.ts';
import { getJob } from '../../shared/store/jobs.ts';
import { partsOf } from '../../shared/store/keys.ts';
import { isMailKey } from '../../shared/store/mails/mail-items.ts';

/**
 * A job saves its progress and becomes due again before the function's time ends, and before others have waited for
 * long.
 */
const reserveMs = 20_000;
const turnMs = 30_000;

export const handler = async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const deadline = Date.now() + Math.min(context.getRemainingTimeInMillis() - reserveMs, turnMs);
  const failed = await Promise.all(Records.map(record => failureOf(record, deadline)));
  const batchItemFailures = failed.filter(failure => failure !== undefined);
  if (batchItemFailures.length > 0) {
    const ids = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    // The SQS client is a part beside the bundle that is loaded only after failures.
    const { receiveAgainSoon } = await import('../../shared/aws/queues.ts');
    await receiveAgainSoon(Records.filter(({ messageId }) => ids.has(messageId)));
  }
  return { batchItemFailures };
};

async function failureOf({ body, messageId }: SQSRecord, deadline: number): Promise<SQSBatchItemFailure | undefined> {
  try {
    await work(JSON.parse(body) as WorkMessage, deadline);
    return undefined;
  } catch (error) {
    log.error('a job was interrupted', error as Error);
    return { itemIdentifier: messageId };
  }
}

/**
 * Does due work by its kind: a job, a mail, a file or spam to remove, the retention or policies of a form, a data
 * subject request, an export, answers to move to a bucket, or a partial response that may be abandoned.
 */
async function work({ pk, sk }: WorkMessage, deadline: number): Promise<void> {
  if (partsOf('response', 'pk', pk)) return tendResponse({ pk, sk }, () => abandonInactive({ pk, sk }, Date.now()));
  if (partsOf('restricted', 'pk', pk)) return tendResponse({ pk, sk }, async () => {});
  if (partsOf('spam', 'pk', pk)) return tendResponse({ pk, sk }, () => removeSpam({ pk, sk }, Date.now()));
  if (isMailKey({ pk, sk })) return sendDueMail({ pk, sk }, Date.now());
  if (isUploadKey({ pk, sk })) return removeUpload({ pk, sk });
  if (isRetentionKey({ pk, sk })) return keepRetention({ pk, sk }, deadline);
  if (isSealingKey({ pk, sk })) return applyFieldPolicies({ pk, sk }, deadline);
  if (isExportKey({ pk, sk })) return runExport({ pk, sk }, deadline);
  if (isDataSubjectKey({ pk, sk })) return runRequest({ pk, sk }, deadline);
  const job = await getJob({ pk, sk });
  if (job) await runJob({ pk, sk }, job, deadline);
}
