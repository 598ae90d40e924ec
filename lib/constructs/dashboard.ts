import { Dashboard, GraphWidget, type IMetric, type IWidget, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { deadLettersWaiting, fiveMinutes, functionMetric, iteratorAge, measured, tableMetric } from './metrics.ts';
import type { WatchedStacks } from './watched-stacks.ts';

/**
 * Creates a dashboard that shows whether all is well: requests first, then what follows them. It has at most 50
 * metrics, because CloudWatch bills no such dashboard for the first three in an account.
 */
export function dashboard(scope: Construct, id: string, name: string, watched: WatchedStacks): Dashboard {
  return new Dashboard(scope, id, {
    dashboardName: name,
    widgets: [requestWidgets(watched), workWidgets(watched), deliveryWidgets(watched), costWidgets(watched)],
  });
}

function requestWidgets({ api }: WatchedStacks): IWidget[] {
  const { restApi, submitApi, slowAnswers, rateLimited } = api;
  const sum = { statistic: Stats.SUM, period: fiveMinutes };
  const latency = (statistic: string) => restApi.metricLatency({ statistic, period: fiveMinutes, label: statistic });
  /** Returns a metric of the HTTP API, if there is one. */
  const ofSubmissions = (metricName: string, label: string, statistic: string = Stats.SUM) =>
    submitApi ? [submitApi.metric(metricName, { statistic, period: fiveMinutes, label: `submissions: ${label}` })] : [];
  return [
    graph('Requests', [restApi.metricCount({ ...sum, label: 'all' }), ...ofSubmissions('Count', 'all')]),
    graph('Refused and failed', [
      restApi.metricClientError({ ...sum, label: 'refused (4xx)' }),
      ...ofSubmissions('4xx', 'refused (4xx)'),
      rateLimited({ ...sum, label: 'of these for their rate (429)' }),
      restApi.metricServerError({ ...sum, label: 'failed (5xx)' }),
      ...ofSubmissions('5xx', 'failed (5xx)'),
    ]),
    graph('Milliseconds to an answer', [latency('p50'), latency('p99'), ...ofSubmissions('Latency', 'p99', 'p99')]),
    graph('Answers that took three seconds', [slowAnswers({ ...sum, label: 'slow' })]),
  ];
}

function workWidgets({ data, delivery }: WatchedStacks): IWidget[] {
  const { countEvents, dispatchEvents } = delivery.streamReaders;
  const { sweepDue, runJob } = delivery.deferredWork;
  const consumed = (metricName: string, label: string) => tableMetric(data.table, metricName, label);
  return [
    graph('Milliseconds that the stream waits', [iteratorAge(countEvents), iteratorAge(dispatchEvents)]),
    graph('Units of the table', [
      consumed('ConsumedWriteCapacityUnits', 'written'),
      consumed('ConsumedReadCapacityUnits', 'read'),
      consumed('WriteThrottleEvents', 'writes turned away'),
      consumed('ReadThrottleEvents', 'reads turned away'),
    ]),
    graph('Functions in the whole region', [
      functionMetric('ConcurrentExecutions', Stats.MAXIMUM, 'at a time'),
      functionMetric('Throttles', Stats.SUM, 'turned away'),
      functionMetric('Errors', Stats.SUM, 'failed'),
    ]),
    graph('Work that is due', [
      measured('OldestDueWork', sweepDue, Stats.MAXIMUM),
      runJob.lambda.metricInvocations({ period: fiveMinutes, label: 'jobs' }),
    ]),
  ];
}

function deliveryWidgets({ delivery }: WatchedStacks): IWidget[] {
  const { deliverFast, deliverSlow, deadLetters } = delivery.deliveries;
  const { runJob, runShortJob, deadLetters: deadJobs } = delivery.deferredWork;
  const queues = { fast: deliverFast.queue, slow: deliverSlow.queue, jobs: runJob.queue, short: runShortJob.queue };
  const each = (metric: (queue: (typeof queues)['fast'], label: string) => IMetric) =>
    Object.entries(queues).map(([label, queue]) => metric(queue, label));
  const period = fiveMinutes;
  return [
    graph(
      'Messages that wait',
      each((queue, label) => queue.metricApproximateNumberOfMessagesVisible({ period, label })),
    ),
    graph(
      'Seconds that the oldest waits',
      each((queue, label) => queue.metricApproximateAgeOfOldestMessage({ period, label })),
    ),
    graph('Runs of deliveries', [
      deliverFast.lambda.metricInvocations({ period, label: 'fast lane' }),
      deliverSlow.lambda.metricInvocations({ period, label: 'slow lane' }),
    ]),
    graph('Dead letters', [deadLettersWaiting(deadLetters, 'deliveries'), deadLettersWaiting(deadJobs, 'jobs')]),
  ];
}

/**
 * Estimates costs by the list prices of us-east-1 for requests and units, which are most of what a busy deployment
 * costs.
 */
function costWidgets({ api, data }: WatchedStacks): IWidget[] {
  const sum = { statistic: Stats.SUM, period: fiveMinutes };
  const submissions = api.submitApi && { submissions: api.submitApi.metric('Count', sum) };
  const requests = submissions ? '3.5 * FILL(requests, 0) + FILL(submissions, 0)' : '3.5 * requests';
  const dollars = new MathExpression({
    label: 'dollars an hour for requests and units',
    expression: `12 * (${requests} + 0.625 * written + 0.125 * read) / 1000000`,
    usingMetrics: {
      requests: api.restApi.metricCount(sum),
      ...submissions,
      written: tableMetric(data.table, 'ConsumedWriteCapacityUnits', 'written'),
      read: tableMetric(data.table, 'ConsumedReadCapacityUnits', 'read'),
    },
    period: fiveMinutes,
  });
  return [graph('What it costs', [dollars], 12)];
}

const graph = (title: string, left: IMetric[], width = 6): GraphWidget =>
  new GraphWidget({ title, left, width, height: 6, leftYAxis: { min: 0 }, liveData: true });
