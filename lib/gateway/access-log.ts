import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct, IConstruct } from 'constructs';
import type { Contracts } from '../../shared/contracts/contract.ts';
import { metricNamespace } from '../../shared/metric.ts';
import { acknowledge } from '../constructs/acknowledge.ts';

/**
 * Returns the format with one line for each request. The path is the route's, not the caller's: it has no IDs. The
 * query is left out, because it may have a publishable key. Callers' addresses are left out too, because callers are
 * people who fill in forms.
 *
 * `requestId` is the one in answers and in functions' logs, which no caller can choose. The execution log has the other
 * one, which comes first: a caller may write into it, but what follows has the last word. The execution log also has
 * the error messages. Here they would not be escaped, and a quote would break the line.
 */
export function accessLogFormat(): AccessLogFormat {
  return formatOf({ traceId: '$context.xrayTraceId', path: '$context.resourcePath' });
}

/**
 * Returns the same line for an HTTP API. It has no traces, and names a route with its method: `POST
 * /forms/{formId}/submissions`.
 */
export function accessLogFormatOfHttpApi(): AccessLogFormat {
  return formatOf({ path: '$context.routeKey' });
}

function formatOf({ traceId, path }: { traceId?: string; path: string }): AccessLogFormat {
  const format = JSON.stringify({
    gatewayRequestId: '$context.requestId',
    time: '$context.requestTime',
    requestId: '$context.extendedRequestId',
    traceId,
    method: '$context.httpMethod',
    path,
    status: '$context.status',
    responseBytes: '$context.responseLength',
    milliseconds: '$context.responseLatency',
    integrationMilliseconds: '$context.integrationLatency',
    integrationStatus: '$context.integrationStatus',
    errorType: '$context.error.responseType',
  });
  // The filter for slow answers compares this as a number.
  return AccessLogFormat.custom(format.replace('"$context.responseLatency"', '$context.responseLatency'));
}

export function acknowledgeFormat(construct: IConstruct): void {
  const reason =
    'A line is JSON once API Gateway has put its values in: a number stands without quotes in the format, too.';
  acknowledge(construct, 'Serverless-APIGWStructuredLogging', reason);
}

/** Counts the log lines of requests refused by a rate limit, the gateway's or the service's own. */
export function rateLimitedFilter(scope: Construct, id: string, props: Omit<FilterProps, 'contracts'>): MetricFilter {
  return new MetricFilter(scope, id, {
    logGroup: props.accessLog,
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    ...countedAs('RateLimitedRequests', props.stage),
  });
}

type FilterProps = { readonly contracts: Contracts; readonly stage: string; readonly accessLog: LogGroup };

/** Counts the log lines of answers that took longer than three seconds, except streamed ones. */
export function slowAnswersFilter(scope: Construct, id: string, props: FilterProps): MetricFilter {
  const streamedPaths = Object.values(props.contracts).flatMap(({ transport, path }) =>
    transport?.streamed === true ? [path] : [],
  );
  return new MetricFilter(scope, id, {
    logGroup: props.accessLog,
    filterPattern: FilterPattern.all(
      FilterPattern.numberValue('$.milliseconds', '>', 3000),
      ...streamedPaths.map(path => FilterPattern.stringValue('$.path', '!=', path)),
    ),
    ...countedAs('SlowAnswers', props.stage),
  });
}

/**
 * Counts in a namespace of the stage. Log lines do not show the stage, and stages of one account must not be summed.
 */
const countedAs = (metricName: string, stage: string) => ({
  metricNamespace: `${metricNamespace}/${stage}`,
  metricName,
  metricValue: '1',
});
