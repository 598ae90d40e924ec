import { describe, expect, it } from '@jest/globals';
import { writesPerSecond } from '../../shared/pace.ts';
import { duePartitions } from '../../shared/store/keys.ts';
import { resourceNamed, resourcesOf, someContracts, synthesize } from '../support/cdk/synthesized-app.ts';

const template = synthesize({ STAGE: 'dev' }).Delivery;
const tuned = synthesize(
  { STAGE: 'dev', FAST_DELIVERY_RUNS: '50', WEBHOOK_RETRY_DELAYS_SECONDS: '1, 2' },
  { contracts: someContracts },
).Delivery;
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
    const local = synthesize({ STAGE: 'local' }, { contracts: someContracts }).Delivery;
    const there = resourceNamed(local, 'AWS::Lambda::EventSourceMapping', 'CountEventsStream').Properties;
    expect(mapping('CountEventsStream').MaximumBatchingWindowInSeconds).toBe(10);
    expect(mapping('DispatchEventsStream').MaximumBatchingWindowInSeconds).toBe(0);
    expect(there.MaximumBatchingWindowInSeconds).toBe(0);
  });

  it('read a shard in order, one batch after the other, and counting is told which it is', () => {
    const settings = ['CountEventsStream', 'DispatchEventsStream'].map(mapping);
    expect(settings.map(({ ParallelizationFactor }) => ParallelizationFactor)).toEqual([1, 1]);
    expect(settings.map(({ TumblingWindowInSeconds }) => TumblingWindowInSeconds)).toEqual([900, undefined]);
  });

  it('count as many changes at once as Lambda sends, with a whole vCPU for the one reader of a shard', () => {
    expect(mapping('CountEventsStream').BatchSize).toBe(2500);
    expect(functionNamed('CountEvents').MemorySize).toBe(1769);
  });

  it('are two, the most that a shard of a stream bears', () => {
    const mappings = Object.values(resourcesOf(template, 'AWS::Lambda::EventSourceMapping'));
    expect(mappings.filter(({ Properties }) => Properties.StartingPosition)).toHaveLength(2);
  });

  it('dispatch only what has a due time, responses, others that move, visits with events, and erasures', () => {
    expect(patternsOf('DispatchEventsStream')).toEqual([
      { dynamodb: { NewImage: { duepk: { S: [{ exists: true }] } } } },
      { dynamodb: { NewImage: { pk: { S: [{ prefix: 'RESPONSES#' }] } } } },
      {
        dynamodb: {
          NewImage: {
            pk: { S: [{ prefix: 'RESTRICTED#' }, { prefix: 'SPAM#' }] },
            answersMove: { N: [{ exists: true }] },
          },
        },
      },
      { dynamodb: { NewImage: { sk: { S: [{ prefix: 'VISIT#' }] }, events: { S: [{ exists: true }] } } } },
      { dynamodb: { NewImage: { sk: { S: [{ prefix: 'FOUND#' }] }, erasedAt: { S: [{ exists: true }] } } } },
    ]);
  });

  it('count what has a status or has lost it, and visits while they are there, but not the counters', () => {
    expect(patternsOf('CountEventsStream')).toEqual([
      { dynamodb: { NewImage: { status: { S: [{ exists: true }] } } } },
      { dynamodb: { OldImage: { status: { S: [{ exists: true }] } } } },
      { dynamodb: { NewImage: { sk: { S: [{ prefix: 'VISIT#' }, { prefix: 'REFUSALS#' }] } } } },
    ]);
  });
});

describe('the queue of jobs', () => {
  const queue = resourceNamed(template, 'AWS::SQS::Queue', 'Jobs').Properties;
  const deadLetters = resourceNamed(template, 'AWS::SQS::Queue', 'JobsDeadLetters').Properties;

  it('hides a message for six runs of its function, so that no run overlaps with its own repetition', () => {
    expect(queue.VisibilityTimeout).toBe(6 * functionNamed('RunJob').Timeout);
  });

  it('gives a message up after five runs and keeps it for fourteen days', () => {
    expect(queue.RedrivePolicy.maxReceiveCount).toBe(5);
    expect(queue.MessageRetentionPeriod).toBe(14 * 86_400);
    expect(deadLetters.MessageRetentionPeriod).toBe(14 * 86_400);
  });

  it('is encrypted and takes no plain HTTP, dead letters included', () => {
    expect([queue.SqsManagedSseEnabled, deadLetters.SqsManagedSseEnabled]).toEqual([true, true]);
    const policies = Object.values(resourcesOf(template, 'AWS::SQS::QueuePolicy'));
    expect(policies).toHaveLength(Object.keys(resourcesOf(template, 'AWS::SQS::Queue')).length);
    for (const policy of policies) expect(JSON.stringify(policy)).toContain('"aws:SecureTransport":"false"');
  });

  it('is worked off one job at a time, five at once; short jobs beside it, ten at a time', () => {
    expect(mapping('RunJobQueue')).toMatchObject({
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 5 },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(mapping('RunShortJobQueue')).toMatchObject({
      BatchSize: 10,
      ScalingConfig: { MaximumConcurrency: 50 },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    const writesOfNewTable = 4000;
    expect(5 * writesPerSecond).toBeLessThanOrEqual(writesOfNewTable / 2);
    const short = resourceNamed(template, 'AWS::SQS::Queue', 'ShortJobs').Properties;
    expect(short.RedrivePolicy).toEqual(queue.RedrivePolicy);
    expect(short.VisibilityTimeout).toBe(6 * functionNamed('RunShortJob').Timeout);
  });
});

describe('the lanes of deliveries', () => {
  const lanes = ['Fast', 'Slow'];
  const queue = (lane: string) => resourceNamed(template, 'AWS::SQS::Queue', `${lane}Deliveries`).Properties;
  const settingsOf = (lane: string) => functionNamed(`Deliver${lane}`).Environment.Variables;

  it.each(lanes)('end in one queue of dead letters, which keeps them for fourteen days: %s', lane => {
    const deadDeliveries = Object.keys(resourcesOf(template, 'AWS::SQS::Queue')).find(id => /^DeadDeliveries/.test(id));
    expect(queue(lane).RedrivePolicy).toEqual({
      deadLetterTargetArn: { 'Fn::GetAtt': [deadDeliveries, 'Arn'] },
      maxReceiveCount: 5,
    });
    const { MessageRetentionPeriod } = resourceNamed(template, 'AWS::SQS::Queue', 'DeadDeliveries').Properties;
    expect(MessageRetentionPeriod).toBe(14 * 86_400);
    expect(queue(lane).MessageRetentionPeriod).toBe(14 * 86_400);
  });

  it.each(lanes)('hide a message for six runs, and report each failed message by itself: %s', lane => {
    expect(queue(lane).VisibilityTimeout).toBe(6 * functionNamed(`Deliver${lane}`).Timeout);
    expect(mapping(`Deliver${lane}Queue`)).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('together make no more than 20 requests to a webhook at a time: one in each run', () => {
    const runs = lanes.map(lane => mapping(`Deliver${lane}Queue`).ScalingConfig.MaximumConcurrency);
    expect(runs[0] + runs[1]).toBeLessThanOrEqual(20);
  });

  it('have as many runs for first attempts as the deployment says', () => {
    const runs = (template: typeof tuned, lane: string) =>
      resourceNamed(template, 'AWS::Lambda::EventSourceMapping', `Deliver${lane}Queue`).Properties.ScalingConfig;
    expect(runs(tuned, 'Fast')).toEqual({ MaximumConcurrency: 50 });
    expect(runs(tuned, 'Slow')).toEqual(runs(template, 'Slow'));
  });

  it('give a first attempt five seconds and later ones ten', () => {
    expect(lanes.map(lane => settingsOf(lane).DELIVERY_DEADLINE_SECONDS)).toEqual(['5', '10']);
  });

  it.each(lanes)('send to the slow lane what takes long, and to themselves what comes again: %s', lane => {
    const { SLOW_DELIVERIES_QUEUE_URL: slow, [`${lane.toUpperCase()}_DELIVERIES_QUEUE_URL`]: own } = settingsOf(lane);
    expect(slow).toEqual({ Ref: expect.stringMatching(/^SlowDeliveries/) });
    expect(own).toEqual({ Ref: expect.stringMatching(new RegExp(`^${lane}Deliveries`)) });
  });

  it('follow the schedule of the deployment, or eighteen attempts', () => {
    const settings = resourceNamed(tuned, 'AWS::Lambda::Function', 'DeliverSlow').Properties.Environment.Variables;
    expect(settings.WEBHOOK_RETRY_DELAYS_SECONDS).toBe('1,2');
    expect(settingsOf('Slow').WEBHOOK_RETRY_DELAYS_SECONDS.split(',')).toHaveLength(17);
    expect(() => synthesize({ STAGE: 'dev', WEBHOOK_RETRY_DELAYS_SECONDS: '1,x' })).toThrow('entry 2 is "x"');
  });

  it('send to this machine in the local cloud alone', () => {
    const local = synthesize({ STAGE: 'local' }, { contracts: someContracts });
    const settings = resourceNamed(local.Delivery, 'AWS::Lambda::Function', 'DeliverFast').Properties.Environment
      .Variables;
    expect([settings.WEBHOOK_ALLOW_LOOPBACK, settingsOf('Fast').WEBHOOK_ALLOW_LOOPBACK]).toEqual(['true', 'false']);
  });

  it('alone open secrets, with the one key that there is; jobs open sealed answers', () => {
    const workers = [
      'CountEvents',
      'DispatchEvents',
      'SweepDue',
      'RunJob',
      'RunShortJob',
      'DeliverFast',
      'DeliverSlow',
    ];
    const openers = (isConditional: boolean) =>
      workers.filter(name =>
        statementsOf(name).some(
          (statement: { Action: unknown; Condition?: object }) =>
            JSON.stringify(statement.Action).includes('kms:Decrypt') &&
            (statement.Condition !== undefined) === isConditional,
        ),
      );
    expect(openers(false)).toEqual(['DeliverFast', 'DeliverSlow']);
    expect(openers(true)).toEqual(expect.arrayContaining(['RunJob', 'RunShortJob']));
  });

  it('open the key of hashes, which the sweeper creates, and cannot open', () => {
    const Condition = { Null: { 'kms:EncryptionContext:hashes': 'false' } };
    const named = (name: string): string[] =>
      statementsOf(name)
        .filter(
          (statement: { Condition?: object }) => JSON.stringify(statement.Condition) === JSON.stringify(Condition),
        )
        .map(({ Action }: { Action: string }) => Action);
    expect(named('SweepDue')).toEqual(['kms:Encrypt']);
    for (const name of ['RunJob', 'RunShortJob']) expect(named(name)).toEqual(['kms:Decrypt']);
  });
});

describe('the sweeper', () => {
  it('runs each minute, and ends before the next one begins', () => {
    const [rule] = Object.values(resourcesOf(template, 'AWS::Events::Rule'));
    expect(rule?.Properties).toMatchObject({ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' });
    expect(functionNamed('SweepDue').Timeout).toBeLessThan(60);
  });

  it('is never run again for having failed: the next minute does that, and two would lease beside each other', () => {
    const [rule] = Object.values(resourcesOf(template, 'AWS::Events::Rule'));
    for (const { RetryPolicy } of rule?.Properties.Targets ?? []) {
      expect(RetryPolicy).toEqual({ MaximumRetryAttempts: 0 });
    }
    const configs = Object.values(resourcesOf(template, 'AWS::Lambda::EventInvokeConfig'));
    expect(
      configs.map(({ Properties }) => [Properties.FunctionName.Ref.slice(0, -8), Properties.MaximumRetryAttempts]),
    ).toEqual([['SweepDue', 0]]);
  });

  it('has four runs at once, for each slice of the index one of them, with a whole processor each', () => {
    const [rule] = Object.values(resourcesOf(template, 'AWS::Events::Rule'));
    const shares: { part: number; of: number }[] = rule?.Properties.Targets.map(({ Input }: { Input: string }) =>
      JSON.parse(Input),
    );
    expect(shares).toHaveLength(4);
    for (const index of duePartitions().keys()) {
      expect(shares.filter(({ part, of }) => index % of === part)).toHaveLength(1);
    }
    expect(functionNamed('SweepDue').MemorySize).toBe(1769);
  });

  it('alone reads the index of due work', () => {
    const readers = [
      'CountEvents',
      'DispatchEvents',
      'SweepDue',
      'RunJob',
      'RunShortJob',
      'DeliverFast',
      'DeliverSlow',
    ].filter(name => JSON.stringify(statementsOf(name)).includes('/index/gsi2'));
    expect(readers).toEqual(['SweepDue']);
  });
});

describe('the rights of the workers', () => {
  const ofQueues = ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];

  it.each([
    ['CountEvents', []],
    ['DispatchEvents', ['sqs:SendMessage']],
    ['SweepDue', ['sqs:SendMessage']],
    ['RunJob', ofQueues],
    ['RunShortJob', ofQueues],
    ['DeliverFast', ['sqs:SendMessage', ...ofQueues]],
    ['DeliverSlow', ['sqs:SendMessage', ...ofQueues]],
  ])('on queues are what the work takes: %s', (name, allowed) => {
    const actions = statementsOf(name).flatMap(({ Action }: { Action: string | string[] }) => Action);
    const onQueues = new Set(actions.filter((action: string) => action.startsWith('sqs:')));
    expect([...onQueues].sort()).toEqual([...allowed].sort());
  });

  it('let jobs delete files, keep archives, and gather the data and files of people', () => {
    const onBuckets = ['DispatchEvents', 'SweepDue', 'RunJob', 'RunShortJob', 'DeliverFast', 'DeliverSlow'].flatMap(
      name =>
        statementsOf(name)
          .filter(({ Resource }: { Resource: unknown }) => JSON.stringify(Resource).includes('Uploads'))
          .map(({ Action, Resource }: { Action: string | string[]; Resource: unknown }) => [
            name,
            Action,
            JSON.stringify(Resource),
          ]),
    );
    expect(onBuckets).toEqual([
      ['RunJob', ['s3:DeleteObject', 's3:GetObject'], expect.stringContaining('/files/*')],
      [
        'RunJob',
        ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
        expect.stringMatching(/\/archives\/\*.*\/exports\/\*/),
      ],
      ['RunJob', 's3:ListBucket', expect.not.stringContaining('/*')],
      ['RunJob', 's3:DeleteObject', expect.stringContaining('/images/*')],
      ['RunShortJob', 's3:DeleteObject', expect.stringContaining('/files/*')],
    ]);
  });

  it('let only jobs delete in batches', () => {
    expect(JSON.stringify(statementsOf('RunJob'))).toContain('dynamodb:BatchWriteItem');
    for (const name of ['CountEvents', 'RunShortJob']) {
      expect(JSON.stringify(statementsOf(name))).not.toContain('dynamodb:BatchWriteItem');
    }
  });
});
