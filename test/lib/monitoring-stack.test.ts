import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Contract } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { productionSettings } from '../support/cdk/every-setting.ts';
import { type Json, resourcesOf, someContracts, synthesize } from '../support/cdk/synthesized-app.ts';

const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const templates = synthesize(productionSettings);
const template = templates.Monitoring;
const other = synthesize(
  { STAGE: 'dev', MONTHLY_BUDGET_DOLLARS: '200', CLOUDWATCH_DASHBOARD: 'false' },
  { contracts: someContracts },
);
const alarms = Object.entries(resourcesOf(template, 'AWS::CloudWatch::Alarm')).map(
  ([id, { Properties }]) => [id.slice(0, -8), Properties] as const,
);
/** By the anchors that their titles give them. */
const articles = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map(article => [article.slice(0, article.indexOf('\n')).toLowerCase().replaceAll(' ', '-'), article] as const),
);
/** What no alarm tells an operator to do. */
const otherArticles = ['restoring-the-table', 'shredding-the-erased-in-backups'];

describe.each(alarms)('the alarm %s', (_, alarm) => {
  const anchor = /^(.+\.) See docs\/runbook\.md#([a-z-]+)$/.exec(alarm.AlarmDescription)?.[2] ?? 'none';

  it('has an article that describes it, how to investigate it and how to resolve it', () => {
    const article = articles.get(anchor);
    expect(article).toContain('**Description.**');
    expect(article).toContain('**Investigation.**');
    expect(article).toContain('**Resolution.**');
  });

  it('reports when it goes off and when it is over', () => {
    expect(alarm.AlarmActions).toHaveLength(1);
    expect(alarm.OKActions).toEqual(alarm.AlarmActions);
  });
});

describe('the alarms', () => {
  it('have every article between them', () => {
    const linked = alarms.map(([, { AlarmDescription }]) => AlarmDescription.split('#')[1]);
    expect([...articles.keys()].sort()).toEqual([...new Set(linked), ...otherArticles].sort());
  });

  it('link inside the runbook only to what is there', () => {
    const anchors = [...runbook.matchAll(/\]\(#([a-z-]+)\)/g)].map(([, anchor]) => anchor);
    expect(anchors.filter(anchor => !articles.has(anchor ?? ''))).toEqual([]);
  });

  it('watch the dead letters, the age of the stream and failures of the API', () => {
    const metrics = JSON.stringify(alarms);
    expect(metrics).toContain('ApproximateNumberOfMessagesVisible');
    expect(metrics).toContain('IteratorAge');
    expect(metrics).toContain('5XXError');
    expect(metrics).toContain('WriteThrottleEvents');
  });

  it('go off for silence where something measures each minute, and only there', () => {
    const missingDataIsBad = alarms.filter(([, { TreatMissingData }]) => TreatMissingData === 'breaching');
    expect(missingDataIsBad.map(([name]) => name)).toEqual(['SweepStopped', 'DueWorkLate']);
    expect(alarms.filter(([, { TreatMissingData }]) => TreatMissingData === 'notBreaching')).toHaveLength(
      alarms.length - missingDataIsBad.length,
    );
  });

  it('look at the lanes without the receivers that crowd them', () => {
    const lanes = { DeliveriesLate: 'FastDeliveries', RetriesLate: 'SlowDeliveries' };
    for (const [id, lane] of Object.entries(lanes)) {
      const alarm = alarms.find(([name]) => name === id)?.[1];
      expect(alarm.MetricName).toBe('ApproximateAgeOfOldestMessageInQuietGroups');
      expect(JSON.stringify(alarm.Dimensions)).toContain(lane);
    }
  });

  it('watch every mapping of a stream for what it sets aside, drops, and cannot deliver', () => {
    const metricsOf = (id: string): string[] => {
      const metrics: Json[] = alarms
        .find(([name]) => name === id)?.[1]
        .Metrics.flatMap(({ MetricStat }: Json) => MetricStat?.Metric ?? []);
      // Of each mapping, and of none twice.
      expect(new Set(metrics.map(metric => JSON.stringify(metric))).size).toBe(metrics.length);
      return metrics.map(({ MetricName }) => MetricName);
    };
    expect(metricsOf('StreamRecordsSetAside').sort()).toEqual([
      ...Array(2).fill('OnFailureDestinationDeliveredEventCount'),
      'StreamRecordsSetAside',
    ]);
    expect(metricsOf('DueWorkRefused')).toEqual(Array(2).fill('DueWorkRefused'));
    expect(metricsOf('StreamRecordsLost').sort()).toEqual([
      ...Array(2).fill('DestinationDeliveryFailures'),
      ...Array(2).fill('DroppedEventCount'),
    ]);
    const mappings = Object.values(resourcesOf(templates.Delivery, 'AWS::Lambda::EventSourceMapping'));
    // Without it Lambda publishes none of the counts of a mapping.
    for (const { Properties } of mappings) expect(Properties.MetricsConfig).toEqual({ Metrics: ['EventCount'] });
  });

  it('count slow answers without the streamed ones, whose paths have no other method', () => {
    const [filter] = Object.values(resourcesOf(templates.Api, 'AWS::Logs::MetricFilter'));
    const streamed = Object.values<Contract>(api).filter(contract => contract.transport?.streamed === true);
    expect(filter?.Properties.FilterPattern).toBe(
      `{ ($.milliseconds > 3000)${streamed.map(({ path }) => ` && ($.path != "${path}")`).join('')} }`,
    );
    const sharing = Object.values<Contract>(api).filter(({ path }) =>
      streamed.some(contract => contract.path === path),
    );
    expect(sharing).toEqual(streamed);
    const [stage] = Object.values(resourcesOf(templates.Api, 'AWS::ApiGateway::Stage'));
    expect(stage?.Properties.AccessLogSetting.Format).toContain('"milliseconds":$context.responseLatency,');
  });

  it('may publish to their topic, those of this account alone, and nothing may over plain HTTP', () => {
    const [policy] = Object.values(resourcesOf(template, 'AWS::SNS::TopicPolicy'));
    expect(policy?.Properties.PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      {
        Sid: 'AlarmsOfThisAccount',
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: expect.anything(),
        Condition: {
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          ArnLike: { 'aws:SourceArn': { 'Fn::Join': ['', expect.arrayContaining([':alarm:*'])] } },
        },
      },
    ]);
  });

  it('watch each route that needs no secret, from a tenth of what the gateway lets through to it', () => {
    const surges = alarms.filter(([name]) => name.endsWith('Surge'));
    expect(surges.map(([name, { Threshold }]) => [name, Threshold]).sort()).toEqual([
      ['AcceptInvitationSurge', 600],
      ['BeginSingleSignOnSurge', 600],
      ['CreateEventsSurge', 15_000],
      ['CreateSubmissionSurge', 30_000],
      ['FollowMailLinkSurge', 3000],
      ['GetChallengeSurge', 15_000],
      ['GetDraftSurge', 3000],
      ['GetHomeSurge', 6000],
      ['GetHostedPageSurge', 15_000],
      ['GetImageSurge', 1500],
      ['GetInvitationSurge', 600],
      ['GetPublicFormSurge', 15_000],
      ['KeepDraftSurge', 3000],
      ['LoginSurge', 600],
      ['LoginWithCodeSurge', 600],
      ['RequestPasswordResetSurge', 600],
      ['ResetPasswordSurge', 600],
      ['ResumeDraftSurge', 3000],
      ['SignUploadSurge', 3000],
      ['SubmitHostedPageSurge', 15_000],
    ]);
    for (const [name, { MetricName, Namespace, Period, EvaluationPeriods, Dimensions }] of surges) {
      expect([Namespace, MetricName, Period, EvaluationPeriods]).toEqual(['AWS/Lambda', 'Invocations', 300, 2]);
      expect(JSON.stringify(Dimensions)).toContain(`"FunctionName","Value":{"Fn::GetStackOutput"`);
      expect(JSON.stringify(Dimensions)).toContain(name.replace('Surge', ''));
    }
  });

  it('have a budget beside them where one is set, which may publish to their topic', () => {
    const { Monitoring } = other;
    const [topic] = Object.keys(resourcesOf(Monitoring, 'AWS::SNS::Topic'));
    const [[policyId, policy] = []] = Object.entries(resourcesOf(Monitoring, 'AWS::SNS::TopicPolicy'));
    const [budget, ...others] = Object.values(resourcesOf(Monitoring, 'AWS::Budgets::Budget'));
    expect(others).toEqual([]);
    const { Budget, NotificationsWithSubscribers } = budget?.Properties ?? {};
    expect(Budget).toEqual({ BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 200, Unit: 'USD' } });
    const subscribers = [{ SubscriptionType: 'SNS', Address: { Ref: topic } }];
    const above = { ComparisonOperator: 'GREATER_THAN', Threshold: 100, ThresholdType: 'PERCENTAGE' };
    expect(NotificationsWithSubscribers).toEqual([
      { Notification: { NotificationType: 'ACTUAL', ...above }, Subscribers: subscribers },
      { Notification: { NotificationType: 'FORECASTED', ...above }, Subscribers: subscribers },
    ]);
    expect(budget?.DependsOn).toContain(policyId);
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual({
      Sid: 'BudgetsOfThisAccount',
      Effect: 'Allow',
      Principal: { Service: 'budgets.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: { Ref: topic },
      Condition: {
        StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
        ArnLike: {
          'aws:SourceArn': {
            'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':budgets::', { Ref: 'AWS::AccountId' }, ':*']],
          },
        },
      },
    });
    expect(resourcesOf(template, 'AWS::Budgets::Budget')).toEqual({});
  });

  it('are mailed where an address is given, and only there', () => {
    const subscriptions = (each: typeof template) => Object.values(resourcesOf(each, 'AWS::SNS::Subscription'));
    expect(subscriptions(template).map(({ Properties }) => Properties.Endpoint)).toEqual(['ops@example.com']);
    expect(subscriptions(synthesize({ STAGE: 'dev' }, { contracts: someContracts }).Monitoring)).toEqual([]);
  });
});

describe('the dashboard', () => {
  const body = (part: Json): string => JSON.stringify(part?.Properties.DashboardBody);
  const [dashboard] = Object.values(resourcesOf(template, 'AWS::CloudWatch::Dashboard'));

  it('is named after its stage, and has no more metrics than are free', () => {
    expect(dashboard?.Properties.DashboardName).toEqual({
      'Fn::Join': ['', ['Formline-production-', { Ref: 'AWS::Region' }]],
    });
    const metrics = body(dashboard).match(/\[\\"AWS\/|\[\\"Formline/g) ?? [];
    expect(metrics.length).toBeGreaterThan(30);
    expect(metrics.length).toBeLessThanOrEqual(50);
  });

  it.each([
    '5XXError',
    'RateLimitedRequests',
    'IteratorAge',
    'WriteThrottleEvents',
    'ConcurrentExecutions',
    'DeadDeliveries',
  ])('shows %s', name => expect(body(dashboard)).toContain(name));

  it('is left out where it is not wanted', () => {
    expect(Object.values(resourcesOf(other.Monitoring, 'AWS::CloudWatch::Dashboard'))).toEqual([]);
  });
});

describe('the saved queries', () => {
  const queries = Object.values(resourcesOf(template, 'AWS::Logs::QueryDefinition')).map(
    ({ Properties }) => Properties,
  );

  it('lie in a folder of the stage, each over logs that there are', () => {
    expect(queries.length).toBeGreaterThanOrEqual(7);
    for (const { Name, LogGroupNames, QueryString } of queries) {
      expect(Name).toMatch(/^Formline\/production\/[A-Z]/);
      expect(QueryString).not.toMatch(/undefined/);
      expect(LogGroupNames.length).toBeGreaterThanOrEqual(1);
      // What a query takes at most.
      expect(LogGroupNames.length).toBeLessThanOrEqual(50);
    }
  });
});
