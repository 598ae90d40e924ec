import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { metricNamespace } from '../shared/metric.ts';
import { indexes } from '../shared/store/keys.ts';
import type { ApiStack } from './api-stack.ts';
import type { Config } from './config.ts';
import { alarmTopic } from './constructs/alarm-topic.ts';
import { monthlyBudget } from './constructs/budget.ts';
import { dashboard } from './constructs/dashboard.ts';
import {
  ageInQuietGroups,
  deadLettersWaiting,
  eventsOf,
  fiveMinutes,
  functionMetric,
  iteratorAge,
  mappingMetric,
  measured,
  shareOf,
  sumOf,
  tableMetric,
  undelivered,
} from './constructs/metrics.ts';
import { type RunbookAlarmProps, runbookAlarm } from './constructs/runbook-alarm.ts';
import { savedQueries } from './constructs/saved-queries.ts';
import type { Watched } from './constructs/watched.ts';
import type { DataStack } from './data-stack.ts';
import type { DeferredWork } from './delivery/deferred-work.ts';
import type { Deliveries } from './delivery/deliveries.ts';
import type { StreamReaders } from './delivery/stream-readers.ts';

export type MonitoringStackProps = StackProps & { readonly config: Config; readonly watched: Watched };

/** The alarms, each with its article in docs/runbook.md, their topic, and the operator's dashboard. */
export class MonitoringStack extends Stack {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { config, watched, ...props }: MonitoringStackProps) {
    super(scope, id, props);
    this.topic = alarmTopic(this, 'Alarms', config);
    new CfnOutput(this, 'AlarmTopicArn', { value: this.topic.topicArn });
    if (config.monthlyBudgetDollars) monthlyBudget(this, 'MonthlyBudget', config.monthlyBudgetDollars, this.topic);
    this.#watchApi(watched.api);
    this.#watchOpenRoutes(watched.api);
    this.#watchTable(watched.data);
    this.#watchStreams(watched.delivery.streamReaders);
    this.#watchDeferredWork(watched.delivery.deferredWork, watched.delivery.streamReaders);
    this.#watchDeliveries(watched.delivery.deliveries);
    if (config.mail) this.#watchMails(watched.data);
    this.#watchFunctions();
    if (config.dashboard) dashboard(this, 'Dashboard', `Formline-${config.stage}-${this.region}`, watched);
    savedQueries(this, `Formline/${config.stage}`, watched);
  }

  #watchApi(api: ApiStack): void {
    const { restApi, submitApi, slowAnswers, rateLimited, streamed } = api;
    const oneMinute = Duration.minutes(1);
    this.#alarm('ApiDown', {
      impact: 'For two minutes more than half of all requests failed through our fault: the service is down.',
      metric: restApi.metricServerError({ statistic: Stats.AVERAGE, period: oneMinute }),
      threshold: { above: 0.5 },
      periods: 2,
    });
    if (submitApi) {
      this.#alarm('SubmitApiDown', {
        article: 'ApiDown',
        impact:
          'For two minutes more than half of all submissions failed through our fault, and wait to be sent again.',
        metric: submitApi.metric('5xx', { statistic: Stats.AVERAGE, period: oneMinute }),
        threshold: { above: 0.5 },
        periods: 2,
      });
    }
    this.#alarm('ApiServerErrors', {
      impact: 'More than one request in a hundred fails through our fault: submissions may not arrive.',
      metric: restApi.metricServerError({ statistic: Stats.AVERAGE, period: fiveMinutes }),
      threshold: { above: 0.01 },
      periods: 2,
    });
    if (submitApi) {
      this.#alarm('SubmitApiServerErrors', {
        article: 'ApiServerErrors',
        impact: 'More than one submission in a hundred fails through our fault, and does not arrive.',
        metric: submitApi.metric('5xx', { statistic: Stats.AVERAGE, period: fiveMinutes }),
        threshold: { above: 0.01 },
        periods: 2,
      });
    }
    this.#alarm('ApiSlow', {
      impact: 'One request in a hundred takes longer than three seconds: people wait before their form is sent.',
      metric: shareOf('share of slow answers', slowAnswers({ statistic: Stats.SUM, period: fiveMinutes }), [
        restApi.metricCount({ statistic: Stats.SAMPLE_COUNT, period: fiveMinutes }),
        ...(submitApi ? [submitApi.metric('Count', { statistic: Stats.SAMPLE_COUNT, period: fiveMinutes })] : []),
      ]),
      threshold: { above: 0.01 },
      periods: 3,
    });
    this.#alarm('RateLimited', {
      impact: 'For ten minutes a request a second was refused for its rate: visitors wait, or somebody floods a form.',
      metric: rateLimited({ statistic: Stats.SUM, period: fiveMinutes }),
      threshold: { above: fiveMinutes.toSeconds() },
      periods: 2,
    });
    // Its status was sent before it failed, so the gateway counts it as answered.
    this.#alarm('ExportsBroken', {
      impact: 'An export broke off in the middle: the downloaded file has only some of the responses, or of the days.',
      metric: sumOf(
        'broken exports',
        Object.fromEntries(
          [...streamed].map(([operation, endpoint]) => [
            operation,
            endpoint.lambda.metricErrors({ statistic: Stats.SUM, period: fiveMinutes }),
          ]),
        ),
      ),
      threshold: { above: 0 },
    });
  }

  /** Watches the runs of open endpoints, a metric that is free. Requests that the gateway refuses are not counted. */
  #watchOpenRoutes({ open }: ApiStack): void {
    for (const { lambda, requestsPerSecond } of open.values()) {
      this.#alarm(`${lambda.node.id}Surge`, {
        article: 'RouteSurge',
        impact: 'For ten minutes a route that needs no secret was called at a tenth of its rate: a crowd, or a flood.',
        metric: lambda.metricInvocations({ statistic: Stats.SUM, period: fiveMinutes }),
        threshold: { above: (requestsPerSecond / 10) * fiveMinutes.toSeconds() },
        periods: 2,
      });
    }
  }

  #watchTable({ table }: DataStack): void {
    this.#alarm('LimitsOpen', {
      impact:
        'Limits of requests could not be read, and let all requests pass: a flood is held back by the gateway alone.',
      metric: new Metric({
        namespace: metricNamespace,
        metricName: 'LimitsOpen',
        dimensionsMap: { TableName: table.tableName },
        statistic: Stats.SUM,
        period: fiveMinutes,
      }),
      threshold: { above: 10 },
    });
    this.#alarm('AnswersUnreadable', {
      impact:
        'A sealed answer was changed or moved, or its key is gone; or a response, form or archive is damaged: nobody can read it.',
      metric: new Metric({
        namespace: metricNamespace,
        metricName: 'UnreadableAnswers',
        dimensionsMap: { TableName: table.tableName },
        statistic: Stats.SUM,
        period: fiveMinutes,
      }),
      threshold: { above: 0 },
    });
    this.#alarm('OwnerStorageUnreachable', {
      impact: 'The owner of a bucket does not let the service in: its files cannot be sent or read, its archives wait.',
      metric: new Metric({
        namespace: metricNamespace,
        metricName: 'OwnerStorageUnreachable',
        dimensionsMap: { TableName: table.tableName },
        statistic: Stats.SUM,
        period: fiveMinutes,
      }),
      threshold: { above: 0 },
    });
    this.#alarm('ThrottledWrites', {
      impact: 'The table turns writes away faster than hot forms are spread out: submissions may be answered 503.',
      metric: sumOf('throttled writes', {
        table: tableMetric(table, 'WriteThrottleEvents', 'table'),
        ...Object.fromEntries(
          Object.values(indexes).map(({ name }) => [name, tableMetric(table, 'WriteThrottleEvents', name, name)]),
        ),
      }),
      threshold: { above: 100 },
      periods: 3,
    });
  }

  #watchStreams({ countEvents, dispatchEvents }: StreamReaders): void {
    this.#alarm('CountersLate', {
      impact: 'Totals and deep pages of responses lag more than five minutes behind what was submitted.',
      metric: iteratorAge(countEvents),
      threshold: { above: minutesInMilliseconds(5) },
    });
    this.#alarm('CountersSetAside', {
      impact: 'Changes could not be counted and were set aside: reports, and perhaps totals, have missed them.',
      metric: new Metric({
        namespace: metricNamespace,
        metricName: 'CountersSetAside',
        dimensionsMap: { FunctionName: countEvents.lambda.functionName },
        statistic: Stats.SUM,
        period: fiveMinutes,
      }),
      threshold: { above: 0 },
    });
    this.#alarm('DispatchLate', {
      impact: 'Webhooks are sent, and deferred work begins, more than five minutes late.',
      metric: iteratorAge(dispatchEvents),
      threshold: { above: minutesInMilliseconds(5) },
    });
    this.#alarm('StreamReaderErrors', {
      impact: 'A reader of the table’s stream fails: counters and deferred work fall behind until it recovers.',
      metric: eventsOf('FailedInvokeEventCount', { countEvents, dispatchEvents }),
      threshold: { above: 5 },
      periods: 2,
    });
    this.#alarm('StreamRecordsSetAside', {
      impact:
        'Changes were given up on and set aside: counters are wrong, or work did not begin, until they are replayed.',
      metric: sumOf('set aside', {
        givenUpCountEvents: mappingMetric('OnFailureDestinationDeliveredEventCount', countEvents.mapping),
        givenUpDispatchEvents: mappingMetric('OnFailureDestinationDeliveredEventCount', dispatchEvents.mapping),
        refused: measured('StreamRecordsSetAside', dispatchEvents, Stats.SUM),
      }),
      threshold: { above: 0 },
    });
    this.#alarm('StreamRecordsLost', {
      impact: 'Changes were given up on and could not even be set aside: webhooks will never get them.',
      metric: sumOf('lost changes', {
        droppedCountEvents: mappingMetric('DroppedEventCount', countEvents.mapping),
        droppedDispatchEvents: mappingMetric('DroppedEventCount', dispatchEvents.mapping),
        undeliveredCountEvents: undelivered(countEvents),
        undeliveredDispatchEvents: undelivered(dispatchEvents),
      }),
      threshold: { above: 0 },
    });
  }

  #watchDeferredWork(
    { runJob, runShortJob, sweepDue, deadLetters }: DeferredWork,
    { dispatchEvents }: StreamReaders,
  ): void {
    this.#alarm('SweepStopped', {
      impact: 'Nothing that is due later begins: retries of webhooks wait, deleted forms are not purged.',
      metric: sweepDue.lambda.metricInvocations({ statistic: Stats.SUM, period: fiveMinutes }),
      threshold: { below: 1 },
      periods: 2,
      missingDataIsBad: true,
    });
    this.#alarm('DueWorkLate', {
      impact: 'Work that was due has waited for more than five minutes: retries of webhooks and purges are late.',
      metric: measured('OldestDueWork', sweepDue, Stats.MAXIMUM),
      threshold: { above: 300 },
      periods: 2,
      // Each sweep reports a measurement when it ends.
      missingDataIsBad: true,
    });
    this.#alarm('DueWorkRefused', {
      impact: 'Work that was due cannot be handed over, now or later: it waits for somebody to look at it.',
      metric: sumOf('refused work', {
        sweepDue: measured('DueWorkRefused', sweepDue, Stats.SUM),
        dispatchEvents: measured('DueWorkRefused', dispatchEvents, Stats.SUM),
      }),
      threshold: { above: 0 },
    });
    this.#alarm('CountersCorrected', {
      impact: 'Counters of responses were wrong until a nightly recount corrected them: totals and reports had misled.',
      metric: measured('CorrectedCounters', runJob, Stats.SUM),
      threshold: { above: 0 },
    });
    this.#alarm('DeferredWorkErrors', {
      impact: 'Work that runs later fails and is tried again: deleted forms take longer to vanish.',
      metric: sumOf('failed runs', {
        sweepDue: sweepDue.lambda.metricErrors({ statistic: Stats.SUM, period: fiveMinutes }),
        runJob: mappingMetric('FailedInvokeEventCount', runJob.mapping),
        runShortJob: mappingMetric('FailedInvokeEventCount', runShortJob.mapping),
      }),
      threshold: { above: 5 },
      periods: 2,
    });
    this.#alarm('JobDeadLetters', {
      impact: 'A job failed in five runs: what an owner deleted is still stored, or deliveries are not redriven.',
      metric: deadLettersWaiting(deadLetters),
      threshold: { above: 0 },
    });
  }

  #watchDeliveries({ deliverFast, deliverSlow, deadLetters }: Deliveries): void {
    this.#alarm('DeadDeliveries', {
      impact: 'Events did not reach a webhook in all of their attempts, or could not be attempted at all.',
      metric: deadLettersWaiting(deadLetters),
      threshold: { above: 0 },
    });
    this.#alarm('DeliveriesLate', {
      impact: 'First attempts at webhooks begin more than a minute late: the lane of healthy receivers is held up.',
      metric: ageInQuietGroups(deliverFast.queue),
      threshold: { above: 60 },
      periods: 2,
    });
    // A message may be delayed for up to 15 minutes, which counts as its age.
    this.#alarm('RetriesLate', {
      impact: 'Retries of webhooks, and attempts at slow receivers, begin more than half an hour late.',
      metric: ageInQuietGroups(deliverSlow.queue),
      threshold: { above: 1800 },
      periods: 3,
    });
    this.#alarm('DeliveryErrors', {
      impact: 'Deliveries fail through our own fault and are tried again: webhooks hear late of what happens.',
      metric: sumOf('failed deliveries', {
        deliverFast: mappingMetric('FailedInvokeEventCount', deliverFast.mapping),
        deliverSlow: mappingMetric('FailedInvokeEventCount', deliverSlow.mapping),
      }),
      threshold: { above: 5 },
      periods: 2,
    });
  }

  /**
   * Watches the account's mail reputation, because AWS judges the account as a whole. AWS warns at 5 % of bounces and
   * 0.1 % of complaints, and pauses all mails at 10 % and 0.5 %.
   * https://docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-dg.html
   */
  #watchMails({ table }: DataStack): void {
    this.#alarm('MailsHeldBack', {
      impact:
        'The deployment has sent as many mails to strangers as it may in a day: it drops further ones until midnight UTC.',
      metric: new Metric({
        namespace: metricNamespace,
        metricName: 'MailsHeldBack',
        dimensionsMap: { TableName: table.tableName },
        statistic: Stats.SUM,
        period: fiveMinutes,
      }),
      threshold: { above: 0 },
    });
    const rateOf = (metricName: string): Metric =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: Stats.MAXIMUM, period: Duration.hours(1) });
    const impact = 'Soon AWS may pause all mails of the account:';
    this.#alarm('MailsBounce', {
      article: 'MailReputation',
      impact: `${impact} more than one in 25 comes back.`,
      metric: rateOf('Reputation.BounceRate'),
      threshold: { above: 0.04 },
    });
    this.#alarm('MailsComplained', {
      article: 'MailReputation',
      impact: `${impact} more than eight in 10,000 are reported as spam.`,
      metric: rateOf('Reputation.ComplaintRate'),
      threshold: { above: 0.0008 },
    });
  }

  /** Watches the account: all of its functions in the region share one concurrency, and a new account has ten. */
  #watchFunctions(): void {
    this.#alarm('FunctionsThrottled', {
      impact: 'Functions are turned away for lack of concurrency: requests are answered 5xx, and work waits.',
      metric: functionMetric('Throttles', Stats.SUM),
      threshold: { above: 0 },
      periods: 2,
    });
    this.#alarm('ConcurrencyNearQuota', {
      impact: 'More than four fifths of the account’s concurrency are in use: soon requests will be turned away.',
      metric: new MathExpression({
        label: 'percent of the quota',
        expression: '100 * running / SERVICE_QUOTA(running)',
        usingMetrics: {
          running: new Metric({
            namespace: 'AWS/Usage',
            metricName: 'ResourceCount',
            dimensionsMap: { Service: 'Lambda', Type: 'Resource', Resource: 'ConcurrentExecutions', Class: 'None' },
            statistic: Stats.MAXIMUM,
            period: fiveMinutes,
          }),
        },
        period: fiveMinutes,
      }),
      threshold: { above: 80 },
      periods: 2,
    });
  }

  #alarm(id: string, props: Omit<RunbookAlarmProps, 'topic'>): void {
    runbookAlarm(this, id, { ...props, topic: this.topic });
  }
}

function minutesInMilliseconds(minutes: number): number {
  return Duration.minutes(minutes).toMilliseconds();
}
