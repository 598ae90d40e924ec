import { describe, expect, it } from '@jest/globals';
import { resourceNamed, resourcesOf, synthesize } from '../support/synthesized-app.ts';

const template = synthesize({ STAGE: 'dev' }).Delivery;
const mapping = (name: string) => resourceNamed(template, 'AWS::Lambda::EventSourceMapping', name).Properties;
const patternsOf = (name: string) =>
  mapping(name).FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern));
const functionNamed = (name: string) => resourceNamed(template, 'AWS::Lambda::Function', name).Properties;
const statementsOf = (name: string) =>
  resourceNamed(template, 'AWS::IAM::Role', `${name}Role`).Properties.Policies[0].PolicyDocument.Statement;

describe('the readers of the stream', () => {
  it.each(['CountEventsStream', 'DispatchEventsStream'])('set aside what they cannot handle, whole: %s', name => {
    expect(mapping(name)).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRecordAgeInSeconds: 21_600,
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
  });

  it('gather changes to be counted on AWS, never those to be acted on, and none on the local cloud', () => {
    const local = synthesize({ STAGE: 'local' }).Delivery;
    const there = resourceNamed(local, 'AWS::Lambda::EventSourceMapping', 'CountEventsStream').Properties;
    expect(mapping('CountEventsStream').MaximumBatchingWindowInSeconds).toBe(10);
    expect(mapping('DispatchEventsStream').MaximumBatchingWindowInSeconds).toBe(0);
    expect(there.MaximumBatchingWindowInSeconds).toBe(0);
  });

  it('are two, the most that a shard of a stream bears', () => {
    const mappings = Object.values(resourcesOf(template, 'AWS::Lambda::EventSourceMapping'));
    expect(mappings.filter(({ Properties }) => Properties.StartingPosition)).toHaveLength(2);
  });

  it('dispatch only what has a due time', () => {
    expect(patternsOf('DispatchEventsStream')).toEqual([
      { dynamodb: { NewImage: { duepk: { S: [{ exists: true }] } } } },
    ]);
  });

  it('count what has a status or has lost it, and so not the counters', () => {
    expect(patternsOf('CountEventsStream')).toEqual([
      { dynamodb: { NewImage: { status: { S: [{ exists: true }] } } } },
      { dynamodb: { OldImage: { status: { S: [{ exists: true }] } } } },
    ]);
  });
});

describe('the queue of purges', () => {
  const queue = resourceNamed(template, 'AWS::SQS::Queue', 'Purges').Properties;
  const deadLetters = resourceNamed(template, 'AWS::SQS::Queue', 'PurgesDeadLetters').Properties;

  it('hides a message for six runs of its function, so that no run overlaps with its own repetition', () => {
    expect(queue.VisibilityTimeout).toBe(6 * functionNamed('PurgeForm').Timeout);
  });

  it('gives a message up after five runs and keeps it for fourteen days', () => {
    expect(queue.RedrivePolicy.maxReceiveCount).toBe(5);
    expect(queue.MessageRetentionPeriod).toBe(4 * 86_400);
    expect(deadLetters.MessageRetentionPeriod).toBe(14 * 86_400);
  });

  it('is encrypted and takes no plain HTTP, dead letters included', () => {
    expect([queue.SqsManagedSseEnabled, deadLetters.SqsManagedSseEnabled]).toEqual([true, true]);
    const policies = Object.values(resourcesOf(template, 'AWS::SQS::QueuePolicy'));
    expect(policies).toHaveLength(2);
    for (const policy of policies) expect(JSON.stringify(policy)).toContain('"aws:SecureTransport":"false"');
  });

  it('is worked off one form at a time, five at once', () => {
    expect(mapping('PurgeFormQueue')).toMatchObject({
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 5 },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });
});

describe('the sweeper', () => {
  it('runs each minute, and ends before the next one begins', () => {
    const [rule] = Object.values(resourcesOf(template, 'AWS::Events::Rule'));
    expect(rule?.Properties).toMatchObject({ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' });
    expect(functionNamed('SweepDue').Timeout).toBeLessThan(60);
  });

  it('alone reads the index of due work', () => {
    const readers = ['CountEvents', 'DispatchEvents', 'SweepDue', 'PurgeForm'].filter(name =>
      JSON.stringify(statementsOf(name)).includes('/index/gsi2'),
    );
    expect(readers).toEqual(['SweepDue']);
  });
});

describe('the rights of the workers', () => {
  it.each([
    ['CountEvents', []],
    ['DispatchEvents', ['sqs:SendMessage']],
    ['SweepDue', ['sqs:SendMessage']],
    ['PurgeForm', ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage', 'sqs:SendMessage']],
  ])('on queues are what the work takes: %s', (name, allowed) => {
    const actions = statementsOf(name).flatMap(({ Action }: { Action: string | string[] }) => Action);
    expect(actions.filter((action: string) => action.startsWith('sqs:'))).toEqual(allowed);
  });

  it('let only the purge delete in batches', () => {
    expect(JSON.stringify(statementsOf('PurgeForm'))).toContain('dynamodb:BatchWriteItem');
    expect(JSON.stringify(statementsOf('CountEvents'))).not.toContain('dynamodb:BatchWriteItem');
  });
});
