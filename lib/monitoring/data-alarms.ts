import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { metricNamespace } from '../../shared/metric.ts';
import { indexes } from '../../shared/store/keys.ts';
import { fiveMinutes, functionMetric, sumOf, tableMetric } from '../constructs/metrics.ts';
import type { Alarms } from '../constructs/runbook-alarm.ts';
import type { WatchedStacks } from '../constructs/watched-stacks.ts';

/** Returns the sum of what functions count for the deployment's table. */
const countedFor = ({ tableName }: { tableName: string }, metricName: string): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { TableName: tableName },
    statistic: Stats.SUM,
    period: fiveMinutes,
  });

export const tableAlarms = ({ data: { table } }: WatchedStacks): Alarms => ({
  LimitsOpen: {
    impact:
      'Limits of requests could not be read, and let all requests pass: a flood is held back by the gateway alone.',
    metric: countedFor(table, 'LimitsOpen'),
    threshold: { above: 10 },
  },
  AnswersUnreadable: {
    impact:
      'A sealed answer was changed or moved, or its key is gone; or a response, form or archive is damaged: nobody can read it.',
    metric: countedFor(table, 'UnreadableAnswers'),
    threshold: { above: 0 },
  },
  OwnerStorageUnreachable: {
    impact: 'The owner of a bucket does not let the service in: its files cannot be sent or read, its archives wait.',
    metric: countedFor(table, 'OwnerStorageUnreachable'),
    threshold: { above: 0 },
  },
  ThrottledWrites: {
    impact: 'The table turns writes away faster than hot forms are spread out: submissions may be answered 503.',
    metric: sumOf('throttled writes', {
      table: tableMetric(table, 'WriteThrottleEvents', 'table'),
      ...Object.fromEntries(
        Object.values(indexes).map(({ name }) => [name, tableMetric(table, 'WriteThrottleEvents', name, name)]),
      ),
    }),
    threshold: { above: 100 },
    periods: 3,
  },
});

/**
 * Watches the account's mail reputation, because AWS judges the account as a whole. AWS warns at 5 % of bounces and
 * 0.1 % of complaints, and pauses all mails at 10 % and 0.5 %.
 * https://docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-dg.html
 */
export function mailAlarms({ data: { table } }: WatchedStacks): Alarms {
  const rateOf = (metricName: string): Metric =>
    new Metric({ namespace: 'AWS/SES', metricName, statistic: Stats.MAXIMUM, period: Duration.hours(1) });
  const impact = 'Soon AWS may pause all mails of the account:';
  return {
    MailsHeldBack: {
      impact:
        'The deployment has sent as many mails to strangers as it may in a day: it drops further ones until midnight UTC.',
      metric: countedFor(table, 'MailsHeldBack'),
      threshold: { above: 0 },
    },
    MailsBounce: {
      article: 'MailReputation',
      impact: `${impact} more than one in 25 comes back.`,
      metric: rateOf('Reputation.BounceRate'),
      threshold: { above: 0.04 },
    },
    MailsComplained: {
      article: 'MailReputation',
      impact: `${impact} more than eight in 10,000 are reported as spam.`,
      metric: rateOf('Reputation.ComplaintRate'),
      threshold: { above: 0.0008 },
    },
  };
}

/** Watches the account: all of its functions in the region share one concurrency, and a new account has ten. */
export const accountAlarms = (): Alarms => ({
  FunctionsThrottled: {
    impact: 'Functions are turned away for lack of concurrency: requests are answered 5xx, and work waits.',
    metric: functionMetric('Throttles', Stats.SUM),
    threshold: { above: 0 },
    periods: 2,
  },
  ConcurrencyNearQuota: {
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
  },
});
