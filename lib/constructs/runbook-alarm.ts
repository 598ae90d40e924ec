import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { kebabCase } from './lambda-function.ts';

export type RunbookAlarmProps = {
  /** The effect on users, which the person on call reads first. */
  readonly impact: string;
  readonly metric: IMetric;
  /** The alarm fires when the metric is above, or below, this. */
  readonly threshold: { readonly above: number } | { readonly below: number };
  /** The number of periods in a row. Default: 1. */
  readonly periods?: number;
  /** The article of the runbook, if several alarms share one. */
  readonly article?: string;
  readonly topic: ITopic;
  /** Whether missing data is itself the fault. */
  readonly missingDataIsBad?: boolean;
};

/** Alarms by their names. */
export type Alarms = Readonly<Record<string, Omit<RunbookAlarmProps, 'topic'>>>;

/** Creates an alarm with an article in docs/runbook.md, under the alarm's own name unless it shares one. */
export function runbookAlarm(scope: Construct, id: string, props: RunbookAlarmProps): Alarm {
  const { threshold } = props;
  const comparison =
    'above' in threshold
      ? { threshold: threshold.above, comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD }
      : { threshold: threshold.below, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD };
  const alarm = new Alarm(scope, id, {
    ...comparison,
    alarmDescription: `${props.impact} See docs/runbook.md#${kebabCase(props.article ?? id)}`,
    metric: props.metric,
    evaluationPeriods: props.periods ?? 1,
    treatMissingData: props.missingDataIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  const action = new SnsAction(props.topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}
