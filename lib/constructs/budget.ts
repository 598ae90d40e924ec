import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/**
 * Tells the topic when the account has cost so many dollars in a month, and before, when it is about to. Of the whole
 * account: a budget of one stage would need its tag activated for billing, and would see nothing without.
 *
 * @param topic whose policy lets AWS Budgets publish
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
  // Its policy is among what it waits for.
  budget.node.addDependency(topic);
}
