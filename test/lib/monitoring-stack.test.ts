import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { resourcesOf, synthesize } from '../support/synthesized-app.ts';

const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const template = synthesize({ STAGE: 'dev', ALARM_EMAIL: 'ops@example.com' }).Monitoring;
const alarms = Object.entries(resourcesOf(template, 'AWS::CloudWatch::Alarm')).map(
  ([id, { Properties }]) => [id.slice(0, -8), Properties] as const,
);
const articles = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map(article => [article.slice(0, article.indexOf('\n')), article] as const),
);

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
    expect([...articles.keys()].sort()).toEqual(linked.sort());
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

  it('go off when the sweep is silent', () => {
    const sweep = alarms.find(([name]) => name === 'SweepStopped')?.[1];
    expect(sweep).toMatchObject({ ComparisonOperator: 'LessThanThreshold', TreatMissingData: 'breaching' });
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

  it('are mailed where an address is given, and only there', () => {
    const subscriptions = (each: typeof template) => Object.values(resourcesOf(each, 'AWS::SNS::Subscription'));
    expect(subscriptions(template).map(({ Properties }) => Properties.Endpoint)).toEqual(['ops@example.com']);
    expect(subscriptions(synthesize({ STAGE: 'dev' }).Monitoring)).toEqual([]);
  });
});
