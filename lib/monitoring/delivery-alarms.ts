import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  ageInQuietGroups,
  deadLettersWaiting,
  eventsOf,
  fiveMinutes,
  iteratorAge,
  mappingMetric,
  measured,
  sumOf,
  undelivered,
} from '../constructs/metrics.ts';
import type { Alarms } from '../constructs/runbook-alarm.ts';
import type { WatchedStacks } from '../constructs/watched-stacks.ts';

export const streamAlarms = ({ delivery: { streamReaders } }: WatchedStacks): Alarms => {
  const { countEvents, dispatchEvents } = streamReaders;
  return {
    CountersLate: {
      impact: 'Totals and deep pages of responses lag more than five minutes behind what was submitted.',
      metric: iteratorAge(countEvents),
      threshold: { above: minutesInMilliseconds(5) },
    },
    CountersSetAside: {
      impact: 'Changes could not be counted and were set aside: reports, and perhaps totals, have missed them.',
      metric: measured('CountersSetAside', countEvents, Stats.SUM),
      threshold: { above: 0 },
    },
    DispatchLate: {
      impact: 'Webhooks are sent, and deferred work begins, more than five minutes late.',
      metric: iteratorAge(dispatchEvents),
      threshold: { above: minutesInMilliseconds(5) },
    },
    StreamReaderErrors: {
      impact: 'A reader of the table’s stream fails: counters and deferred work fall behind until it recovers.',
      metric: eventsOf('FailedInvokeEventCount', { countEvents, dispatchEvents }),
      threshold: { above: 5 },
      periods: 2,
    },
    StreamRecordsSetAside: {
      impact:
        'Changes were given up on and set aside: counters are wrong, or work did not begin, until they are replayed.',
      metric: sumOf('set aside', {
        givenUpCountEvents: mappingMetric('OnFailureDestinationDeliveredEventCount', countEvents.mapping),
        givenUpDispatchEvents: mappingMetric('OnFailureDestinationDeliveredEventCount', dispatchEvents.mapping),
        refused: measured('StreamRecordsSetAside', dispatchEvents, Stats.SUM),
      }),
      threshold: { above: 0 },
    },
    StreamRecordsLost: {
      impact: 'Changes were given up on and could not even be set aside: webhooks will never get them.',
      metric: sumOf('lost changes', {
        droppedCountEvents: mappingMetric('DroppedEventCount', countEvents.mapping),
        droppedDispatchEvents: mappingMetric('DroppedEventCount', dispatchEvents.mapping),
        undeliveredCountEvents: undelivered(countEvents),
        undeliveredDispatchEvents: undelivered(dispatchEvents),
      }),
      threshold: { above: 0 },
    },
  };
};

export const deferredWorkAlarms = ({ delivery: { deferredWork, streamReaders } }: WatchedStacks): Alarms => {
  const { runJob, runShortJob, sweepDue, deadLetters } = deferredWork;
  const { dispatchEvents } = streamReaders;
  return {
    SweepStopped: {
      impact: 'Nothing that is due later begins: retries of webhooks wait, deleted forms are not purged.',
      metric: sweepDue.lambda.metricInvocations({ statistic: Stats.SUM, period: fiveMinutes }),
      threshold: { below: 1 },
      periods: 2,
      missingDataIsBad: true,
    },
    DueWorkLate: {
      impact: 'Work that was due has waited for more than five minutes: retries of webhooks and purges are late.',
      metric: measured('OldestDueWork', sweepDue, Stats.MAXIMUM),
      threshold: { above: 300 },
      periods: 2,
      // Each sweep reports a measurement when it ends.
      missingDataIsBad: true,
    },
    DueWorkRefused: {
      impact: 'Work that was due cannot be handed over, now or later: it waits for somebody to look at it.',
      metric: sumOf('refused work', {
        sweepDue: measured('DueWorkRefused', sweepDue, Stats.SUM),
        dispatchEvents: measured('DueWorkRefused', dispatchEvents, Stats.SUM),
      }),
      threshold: { above: 0 },
    },
    CountersCorrected: {
      impact: 'Counters of responses were wrong until a nightly recount corrected them: totals and reports had misled.',
      metric: measured('CorrectedCounters', runJob, Stats.SUM),
      threshold: { above: 0 },
    },
    DeferredWorkErrors: {
      impact: 'Work that runs later fails and is tried again: deleted forms take longer to vanish.',
      metric: sumOf('failed runs', {
        sweepDue: sweepDue.lambda.metricErrors({ statistic: Stats.SUM, period: fiveMinutes }),
        runJob: mappingMetric('FailedInvokeEventCount', runJob.mapping),
        runShortJob: mappingMetric('FailedInvokeEventCount', runShortJob.mapping),
      }),
      threshold: { above: 5 },
      periods: 2,
    },
    JobDeadLetters: {
      impact: 'A job failed in five runs: what an owner deleted is still stored, or deliveries are not redriven.',
      metric: deadLettersWaiting(deadLetters),
      threshold: { above: 0 },
    },
  };
};

export const deliveryAlarms = ({ delivery: { deliveries } }: WatchedStacks): Alarms => {
  const { deliverFast, deliverSlow, deadLetters } = deliveries;
  return {
    DeadDeliveries: {
      impact: 'Events did not reach a webhook in all of their attempts, or could not be attempted at all.',
      metric: deadLettersWaiting(deadLetters),
      threshold: { above: 0 },
    },
    DeliveriesLate: {
      impact: 'First attempts at webhooks begin more than a minute late: the lane of healthy receivers is held up.',
      metric: ageInQuietGroups(deliverFast.queue),
      threshold: { above: 60 },
      periods: 2,
    },
    // A message may be delayed for up to 15 minutes, which counts as its age.
    RetriesLate: {
      impact: 'Retries of webhooks, and attempts at slow receivers, begin more than half an hour late.',
      metric: ageInQuietGroups(deliverSlow.queue),
      threshold: { above: 1800 },
      periods: 3,
    },
    DeliveryErrors: {
      impact: 'Deliveries fail through our own fault and are tried again: webhooks hear late of what happens.',
      metric: sumOf('failed deliveries', {
        deliverFast: mappingMetric('FailedInvokeEventCount', deliverFast.mapping),
        deliverSlow: mappingMetric('FailedInvokeEventCount', deliverSlow.mapping),
      }),
      threshold: { above: 5 },
      periods: 2,
    },
  };
};

function minutesInMilliseconds(minutes: number): number {
  return Duration.minutes(minutes).toMilliseconds();
}
