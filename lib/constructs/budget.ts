import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/**
 * Notifies the topic when the account exceeds a monthly cost in dollars, and before, when it is about to. It covers the
 * whole account: a budget of one stage needs its tag activated for billing, and sees nothing without.
 *
 * @param topic its policy must let AWS Budgets publish
 */
export function monthlyBudget(scope: Construct, id: string, dollars: number, topic: Topic): void {
  const budget = new CfnBudget(scope, id, {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: dollars, unit: 'USD' } },
    notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map(notificationType => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold: 100,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    })),
  });
  // This dependency includes the topic's policy.
  budget.node.addDependency(topic);
}
