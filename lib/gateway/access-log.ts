import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct, IConstruct } from 'constructs';
import type { Contracts } from '../../shared/contracts/contract.ts';
import { metricNamespace } from '../../shared/metric.ts';
import { acknowledge } from '../constructs/acknowledge.ts';

/**
 * One line for each request. The path is the route's, not the caller's: it holds no ids, and the query, which may hold
 * a publishable key, is not there at all. Neither are addresses of callers, who are people that fill in forms.
 *
 * `requestId` is the one of answers and of functions' logs, which no caller can choose. The execution log has the other,
 * which comes first: whatever a caller writes into it, what follows has the last word. The execution log has the
 * messages of errors, too: here they would stand as they are, and one with a quote would spoil the line.
 */
export function accessLogFormat(): AccessLogFormat {
  return formatOf({ traceId: '$context.xrayTraceId', path: '$context.resourcePath' });
}

/** The same line of an HTTP API, which knows no traces, and names a route with its method: `POST /forms/{formId}/submissions`. */
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
  // A number, as the filter for slow answers compares it with one.
  return AccessLogFormat.custom(format.replace('"$context.responseLatency"', '$context.responseLatency'));
}

export function acknowledgeFormat(construct: IConstruct): void {
  const reason =
    'A line is JSON once API Gateway has put its values in: a number stands without quotes in the format, too.';
  acknowledge(construct, 'Serverless-APIGWStructuredLogging', reason);
}

/** Counts the lines of requests that were refused for their rate, by the gateway or by a limit of the service's own. */
export function rateLimitedFilter(scope: Construct, id: string, props: Omit<FilterProps, 'contracts'>): MetricFilter {
  return new MetricFilter(scope, id, {
    logGroup: props.accessLog,
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    ...countedAs('RateLimitedRequests', props.stage),
  });
}

type FilterProps = { readonly contracts: Contracts; readonly stage: string; readonly accessLog: LogGroup };

/** Counts the lines of answers that took longer than three seconds, but for streamed ones. */
export function slowAnswersFilter(scope: Construct, id: string, props: FilterProps): MetricFilter {
  const streamedPaths = Object.values(props.contracts).flatMap(({ streamed, path }) => (streamed ? [path] : []));
  return new MetricFilter(scope, id, {
    logGroup: props.accessLog,
    filterPattern: FilterPattern.all(
      FilterPattern.numberValue('$.milliseconds', '>', 3000),
      ...streamedPaths.map(path => FilterPattern.stringValue('$.path', '!=', path)),
    ),
    ...countedAs('SlowAnswers', props.stage),
  });
}

/** Stages of one account must not add to each other's: a log line has nothing to tell them apart. */
const countedAs = (metricName: string, stage: string) => ({
  metricNamespace: `${metricNamespace}/${stage}`,
  metricName,
  metricValue: '1',
});
