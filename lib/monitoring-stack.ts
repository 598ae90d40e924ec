import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Config } from './config.ts';
import { alarmTopic } from './constructs/alarm-topic.ts';
import { monthlyBudget } from './constructs/budget.ts';
import { dashboard } from './constructs/dashboard.ts';
import { type Alarms, runbookAlarm } from './constructs/runbook-alarm.ts';
import { savedQueries } from './constructs/saved-queries.ts';
import type { WatchedStacks } from './constructs/watched-stacks.ts';
import { apiAlarms, openRouteAlarms } from './monitoring/api-alarms.ts';
import { accountAlarms, mailAlarms, tableAlarms } from './monitoring/data-alarms.ts';
import { deferredWorkAlarms, deliveryAlarms, streamAlarms } from './monitoring/delivery-alarms.ts';

export type MonitoringStackProps = StackProps & { readonly config: Config; readonly watched: WatchedStacks };

/** The alarms, each with its article in docs/runbook.md, their topic, and the operator's dashboard. */
export class MonitoringStack extends Stack {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { config, watched, ...props }: MonitoringStackProps) {
    super(scope, id, props);
    this.topic = alarmTopic(this, 'Alarms', config);
    new CfnOutput(this, 'AlarmTopicArn', { value: this.topic.topicArn });
    if (config.monthlyBudgetDollars) monthlyBudget(this, 'MonthlyBudget', config.monthlyBudgetDollars, this.topic);
    for (const [name, alarm] of Object.entries(alarmsOf(watched, config))) {
      runbookAlarm(this, name, { ...alarm, topic: this.topic });
    }
    if (config.dashboard) dashboard(this, 'Dashboard', `Formline-${config.stage}-${this.region}`, watched);
    savedQueries(this, `Formline/${config.stage}`, watched);
  }
}

const alarmsOf = (watched: WatchedStacks, { mail }: Config): Alarms => ({
  ...apiAlarms(watched),
  ...openRouteAlarms(watched),
  ...tableAlarms(watched),
  ...streamAlarms(watched),
  ...deferredWorkAlarms(watched),
  ...deliveryAlarms(watched),
  ...(mail && mailAlarms(watched)),
  ...accountAlarms(),
});
