import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { metricNamespace } from '../../shared/metric.ts';
import type { LambdaWithRole } from './lambda-function.ts';
import type { StreamReader } from './stream-reader.ts';

export const fiveMinutes = Duration.minutes(5);

/** Returns the sum of metrics, with 0 for those without data. */
export function sumOf(label: string, usingMetrics: Record<string, IMetric>): IMetric {
  const expression = Object.keys(usingMetrics)
    .map(name => `FILL(${name}, 0)`)
    .join(' + ');
  return new MathExpression({ label, expression, usingMetrics, period: fiveMinutes });
}

/** Returns the share of `part` in the sum of `wholes`. It has no data while they have none. */
export function shareOf(label: string, part: IMetric, wholes: readonly IMetric[]): IMetric {
  const named = Object.fromEntries(wholes.map((whole, index) => [`whole${index + 1}`, whole]));
  const all = Object.keys(named).map(name => `FILL(${name}, 0)`);
  const expression = `FILL(part, 0) / (${all.join(' + ')})`;
  return new MathExpression({ label, expression, usingMetrics: { part, ...named }, period: fiveMinutes });
}

/** Returns a metric of Lambda's event source mappings, summed over several readers. */
export function eventsOf(metricName: string, readers: Record<string, StreamReader>): IMetric {
  const counts = Object.entries(readers).map(([name, { mapping }]) => [name, mappingMetric(metricName, mapping)]);
  return sumOf(metricName, Object.fromEntries(counts));
}

/** Returns a metric that a function reports about its own work. */
export function measured(metricName: string, { lambda }: LambdaWithRole, statistic: string): IMetric {
  return new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { FunctionName: lambda.functionName },
    statistic,
    period: fiveMinutes,
  });
}

/**
 * Returns a metric of an event source mapping. Unlike `Errors` of the function, it also counts the failed records of a
 * batch.
 */
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

/** Counts the records that Lambda could not put into the failures bucket and so dropped. */
export function undelivered(reader: StreamReader): IMetric {
  return reader.lambda.metric('DestinationDeliveryFailures', { statistic: Stats.SUM, period: fiveMinutes });
}

/**
 * Returns the age of the oldest message, without groups that crowd the queue. One receiver's backlog concerns only that
 * receiver, because fair queues let other messages past it.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export function ageInQuietGroups(queue: Queue): IMetric {
  return queue.metric('ApproximateAgeOfOldestMessageInQuietGroups', { statistic: Stats.MAXIMUM, period: fiveMinutes });
}

/** Returns the number of dead letters that SQS reports. Any number above 0 is a reason to look. */
export function deadLettersWaiting(queue: Queue, label?: string): IMetric {
  return queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM, period: fiveMinutes, label });
}

/** Returns a metric of the table, or of one of its indexes. */
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

/** Returns a metric over all functions of the account in this region, which share its concurrency. */
export function functionMetric(metricName: string, statistic: string, label?: string): IMetric {
  return new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: fiveMinutes, label });
}
