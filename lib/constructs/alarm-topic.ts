import { Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { acknowledge } from './acknowledge.ts';

/** Creates the topic for alarms and the budget. `ALARM_EMAIL` gets its messages after confirming the subscription. */
export function alarmTopic(scope: Construct, id: string, config: Config): Topic {
  const { stage, alarmEmail, monthlyBudgetDollars } = config;
  const topic = new Topic(scope, id, { displayName: `Formline ${stage} alarms`, enforceSSL: true });
  // The topic gets its own policy, for example to require TLS. It replaces the default policy, which lets alarms
  // publish: https://docs.aws.amazon.com/sns/latest/dg/sns-access-policy-use-cases.html
  const { partition, region, account } = Stack.of(topic);
  const alarms = `arn:${partition}:cloudwatch:${region}:${account}:alarm:*`;
  letPublish(topic, 'AlarmsOfThisAccount', 'cloudwatch.amazonaws.com', alarms);
  if (monthlyBudgetDollars !== undefined) {
    letPublish(topic, 'BudgetsOfThisAccount', 'budgets.amazonaws.com', `arn:${partition}:budgets::${account}:*`);
  }
  if (!alarmEmail) return topic;
  acknowledge(
    topic.addSubscription(new EmailSubscription(alarmEmail)),
    'Serverless-SNSRedrivePolicy',
    'SNS tries a mail for six hours; a queue of mails that never arrived would need an alarm, which would be mailed too.',
  );
  return topic;
}

function letPublish(topic: Topic, sid: string, service: string, sourceArn: string): void {
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid,
      effect: Effect.ALLOW,
      principals: [new ServicePrincipal(service)],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': Stack.of(topic).account },
        ArnLike: { 'aws:SourceArn': sourceArn },
      },
    }),
  );
}
