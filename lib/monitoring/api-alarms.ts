import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { fiveMinutes, shareOf, sumOf } from '../constructs/metrics.ts';
import type { Alarms } from '../constructs/runbook-alarm.ts';
import type { WatchedStacks } from '../constructs/watched-stacks.ts';

export function apiAlarms({ api }: WatchedStacks): Alarms {
  const { restApi, submitApi, slowAnswers, rateLimited, streamed } = api;
  const oneMinute = Duration.minutes(1);
  return {
    ApiDown: {
      impact: 'For two minutes more than half of all requests failed through our fault: the service is down.',
      metric: restApi.metricServerError({ statistic: Stats.AVERAGE, period: oneMinute }),
      threshold: { above: 0.5 },
      periods: 2,
    },
    ...(submitApi && {
      SubmitApiDown: {
        article: 'ApiDown',
        impact:
          'For two minutes more than half of all submissions failed through our fault, and wait to be sent again.',
        metric: submitApi.metric('5xx', { statistic: Stats.AVERAGE, period: oneMinute }),
        threshold: { above: 0.5 },
        periods: 2,
      },
    }),
    ApiServerErrors: {
      impact: 'More than one request in a hundred fails through our fault: submissions may not arrive.',
      metric: restApi.metricServerError({ statistic: Stats.AVERAGE, period: fiveMinutes }),
      threshold: { above: 0.01 },
      periods: 2,
    },
    ...(submitApi && {
      SubmitApiServerErrors: {
        article: 'ApiServerErrors',
        impact: 'More than one submission in a hundred fails through our fault, and does not arrive.',
        metric: submitApi.metric('5xx', { statistic: Stats.AVERAGE, period: fiveMinutes }),
        threshold: { above: 0.01 },
        periods: 2,
      },
    }),
    ApiSlow: {
      impact: 'One request in a hundred takes longer than three seconds: people wait before their form is sent.',
      metric: shareOf('share of slow answers', slowAnswers({ statistic: Stats.SUM, period: fiveMinutes }), [
        restApi.metricCount({ statistic: Stats.SAMPLE_COUNT, period: fiveMinutes }),
        ...(submitApi ? [submitApi.metric('Count', { statistic: Stats.SAMPLE_COUNT, period: fiveMinutes })] : []),
      ]),
      threshold: { above: 0.01 },
      periods: 3,
    },
    RateLimited: {
      impact: 'For ten minutes a request a second was refused for its rate: visitors wait, or somebody floods a form.',
      metric: rateLimited({ statistic: Stats.SUM, period: fiveMinutes }),
      threshold: { above: fiveMinutes.toSeconds() },
      periods: 2,
    },
    // Its status was sent before it failed, so the gateway counts it as answered.
    ExportsBroken: {
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
    },
  };
}

/** Watches the runs of open endpoints, a metric that is free. Requests that the gateway refuses are not counted. */
export const openRouteAlarms = ({ api: { open } }: WatchedStacks): Alarms =>
  Object.fromEntries(
    [...open.values()].map(({ lambda, requestsPerSecond }) => [
      `${lambda.node.id}Surge`,
      {
        article: 'RouteSurge',
        impact: 'For ten minutes a route that needs no secret was called at a tenth of its rate: a crowd, or a flood.',
        metric: lambda.metricInvocations({ statistic: Stats.SUM, period: fiveMinutes }),
        threshold: { above: (requestsPerSecond / 10) * fiveMinutes.toSeconds() },
        periods: 2,
      },
    ]),
  );
