import { expect, it } from '@jest/globals';
import { SqsFixture } from './fixture.ts';

const sqs = new SqsFixture();

const gauges = () => {
  const found = sqs.gauges().find(({ queueName }) => queueName === 'work');
  return [
    found?.ApproximateNumberOfMessagesVisible,
    found?.ApproximateAgeOfOldestMessage,
    found?.ApproximateAgeOfOldestMessageInQuietGroups,
  ];
};

it('measures how many messages wait, and how long the oldest has', async () => {
  expect(gauges()).toEqual([0, 0, 0]);
  await sqs.send('one');
  sqs.ahead = 90_000;
  await sqs.send('another');
  expect(gauges()).toEqual([2, 90, 90]);
});

it('leaves a group that crowds the queue out of the age of the quiet ones', async () => {
  for (let count = 0; count < 12; count += 1) await sqs.send('of many', { MessageGroupId: 'crowd' });
  sqs.ahead = 60_000;
  expect(gauges()).toEqual([12, 60, 0]);
  await sqs.send('alone', { MessageGroupId: 'quiet' });
  sqs.ahead = 100_000;
  expect(gauges()).toEqual([13, 100, 40]);
});

it('looks past a message that was received three times', async () => {
  await sqs.send('poison');
  for (let count = 0; count < 3; count += 1) await sqs.receive({ QueueUrl: sqs.url(), VisibilityTimeout: 0 });
  sqs.ahead = 60_000;
  expect(gauges().slice(1)).toEqual([0, 0]);
});
