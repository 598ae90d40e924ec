import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { queueUrl } from '../sqs/queues.ts';
import type { EventRule } from '../template/event-rules.ts';
import type { JsonObject } from '../template/template.ts';
import { matchesPattern } from './event-pattern.ts';

/** Sends an event to the queues of the rules that match it, like EventBridge. */
export async function publish(event: JsonObject, rules: readonly EventRule[], sqs: SQSClient, endpoint: string) {
  const names = rules.filter(({ pattern }) => matchesPattern(pattern, event)).flatMap(({ queueNames }) => queueNames);
  for (const name of names) {
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(endpoint, name), MessageBody: JSON.stringify(event) }));
  }
}
