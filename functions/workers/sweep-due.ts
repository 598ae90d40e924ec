import type { Context } from 'aws-lambda';
import { handOver } from '../../shared/aws/work-queues.ts';
import { timeOf } from '../../shared/ids.ts';
import { log } from '../../shared/log.ts';
import { measure } from '../../shared/metric.ts';
import { type DueItem, readDue } from '../../shared/store/due.ts';

/** Each minute: hands over what is due. One item that fails keeps no other from its turn. */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  const now = Date.now();
  let failures = 0;
  let overdueMs = 0;
  for await (const item of readDue(now)) {
    overdueMs = Math.max(overdueMs, now - dueTime(item));
    if (context.getRemainingTimeInMillis() < 5000) break;
    try {
      await handOver(item, now);
    } catch (error) {
      failures += 1;
      log.error('due work was not handed over', error as Error);
    }
  }
  measure('OldestDueWork', Math.round(overdueMs / 1000), 'Seconds');
  if (failures > 0) throw new Error(`${failures} due items were not handed over; the next sweep tries them again`);
};

const dueTime = ({ duesk }: DueItem): number => timeOf(duesk.padEnd(26, '0'));
