import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { metricNamespace } from '../../shared/metric.ts';
import type { LambdaWithRole } from './lambda-function.ts';
import type { StreamReader } from './stream-reader.ts';

export const fiveMinutes = Duration.minutes(5);

/** Nothing measured counts as 0. */
export function sumOf(label: string, usingMetrics: Record<string, IMetric>): IMetric {
  const expression = Object.keys(usingMetrics)
    .map(name => `FILL(${name}, 0)`)
    .join(' + ');
  return new MathExpression({ label, expression, usingMetrics, period: fiveMinutes });
}

/** Of what is counted in several places. Nothing where nothing is counted. */
export function shareOf(label: string, part: IMetric, wholes: readonly IMetric[]): IMetric {
  const named = Object.fromEntries(wholes.map((whole, index) => [`whole${index + 1}`, whole]));
  const all = Object.keys(named).map(name => `FILL(${name}, 0)`);
  const expression = `FILL(part, 0) / (${all.join(' + ')})`;
  return new MathExpression({ label, expression, usingMetrics: { part, ...named }, period: fiveMinutes });
}

/** A count of Lambda's event source mappings, over several readers. */
export function eventsOf(metricName: string, readers: Record<string, StreamReader>): IMetric {
  const counts = Object.entries(readers).map(([name, { mapping }]) => [name, mappingMetric(metricName, mapping)]);
  return sumOf(metricName, Object.fromEntries(counts));
}

/** What a function has measured of its own work. */
export function measured(metricName: string, { lambda }: LambdaWithRole, statistic: string): IMetric {
  return new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { FunctionName: lambda.functionName },
    statistic,
    period: fiveMinutes,
  });
}

/** Unlike `Errors` of the function, it also counts the records of a batch that were reported as failed. */
export function mappingMetric(metricName: string, mapping: EventSourceMapping): IMetric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { EventSourceMappingUUID: mapping.eventSourceMappingId },
    statistic: Stats.SUM,
    period: fiveMinutes,
  });
}

export function iteratorAge(reader: StreamReader): IMetric {
  return reader.lambda.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: fiveMinutes });
}

/** How often Lambda could not put records into the bucket of failures: it drops them then. */
export function undelivered(reader: StreamReader): IMetric {
  return reader.lambda.metric('DestinationDeliveryFailures', { statistic: Stats.SUM, period: fiveMinutes });
}

/**
 * Of the messages that wait, without those of groups that crowd the queue: one receiver's backlog is its own, and fair queues
 * let the others past it. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export function ageInQuietGroups(queue: Queue): IMetric {
  return queue.metric('ApproximateAgeOfOldestMessageInQuietGroups', { statistic: Stats.MAXIMUM, period: fiveMinutes });
}

/** What SQS says of the dead letters: an alarm, and a reason to look. */
export function deadLettersWaiting(queue: Queue, label?: string): IMetric {
  return queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period: fiveMinutes, label });
}

/** Of the table, or of one of its indexes. */
export function tableMetric({ tableName }: ITable, metricName: string, label: string, index?: string): IMetric {
  return new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: tableName, ...(index && { GlobalSecondaryIndexName: index }) },
    statistic: Stats.SUM,
    period: fiveMinutes,
    label,
  });
}

/** Over all functions of the account in this region, which share its concurrency. */
export function functionMetric(metricName: string, statistic: string, label?: string): IMetric {
  return new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: fiveMinutes, label });
}
