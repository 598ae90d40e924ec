import { describe, expect, it } from '@jest/globals';
import { failedCall, isOutage, noteCall } from '../../../shared/aws/failed-calls.ts';

const errorWith = (properties: object) => Object.assign(new Error('of AWS'), properties);

describe('an outage', () => {
  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
  ])('is a service that is not reached: %s', code => expect(isOutage(errorWith({ code }))).toBe(true));

  it.each([
    ['that fails', { name: 'InternalServerError', $fault: 'server', $metadata: { httpStatusCode: 500 } }],
    ['that is overloaded', { name: 'SlowDown', $metadata: { httpStatusCode: 503 } }],
    ['that refuses the rate', { name: 'TooManyRequestsException', $metadata: { httpStatusCode: 429 } }],
    ['that refuses the rate by its own account', { name: 'Slower', $retryable: { throttling: true } }],
    ['that does not answer', { name: 'TimeoutError' }],
  ])('is one %s', (_, properties) => expect(isOutage(errorWith(properties))).toBe(true));

  it.each([
    ['what the service refuses', { name: 'ValidationException', $fault: 'client', $metadata: { httpStatusCode: 400 } }],
    ['a missing permission', { name: 'AccessDeniedException', $fault: 'client', $metadata: { httpStatusCode: 400 } }],
    ['a mistake of ours', { name: 'TypeError' }],
    ['a file that is missing', { code: 'ENOENT' }],
  ])('is not %s', (_, properties) => expect(isOutage(errorWith(properties))).toBe(false));
});

describe('failedCall', () => {
  const calling = (operation: string, input: object, properties: object = {}) => {
    const error = errorWith({ name: 'InternalServerError', ...properties });
    noteCall(error, { service: 'DynamoDBClient', operation: `${operation}Command`, input });
    return failedCall(error);
  };

  it('names the table, and why, and nothing of what was sent', () => {
    expect(calling('PutItem', { TableName: 'forms', Item: { pk: 'secret' } })).toEqual({
      call: 'DynamoDB PutItem',
      table: 'forms',
      reason: 'InternalServerError',
    });
  });

  it('names the index that was queried, or that a write was too fast for', () => {
    expect(calling('Query', { TableName: 'forms', IndexName: 'gsi1' })).toMatchObject({ index: 'gsi1' });
    const ThrottlingReasons = [
      {
        reason: 'IndexWriteKeyRangeThroughputExceeded',
        resource: 'arn:aws:dynamodb:eu-central-1:1:table/forms/index/gsi1',
      },
    ];
    const reason = 'IndexWriteKeyRangeThroughputExceeded';
    expect(calling('PutItem', { TableName: 'forms' }, { ThrottlingReasons })).toMatchObject({ index: 'gsi1', reason });
    expect(calling('PutItem', { TableName: 'forms' }, { throttlingReasons: ThrottlingReasons })).toMatchObject({
      index: 'gsi1',
    });
  });

  it('finds the table of a batch and of a transaction, with what cancelled that', () => {
    expect(calling('BatchGetItem', { RequestItems: { forms: {} } })).toMatchObject({ table: 'forms' });
    const TransactItems = [{ Put: { TableName: 'forms' } }];
    const CancellationReasons = [{ Code: 'None' }, { Code: 'ThrottlingError' }];
    expect(calling('TransactWriteItems', { TransactItems }, { CancellationReasons })).toMatchObject({
      table: 'forms',
      reason: 'ThrottlingError',
    });
  });

  it('names buckets and queues, and a connection by its fault', () => {
    expect(calling('PutObject', { Bucket: 'files' }, { code: 'ECONNREFUSED' })).toMatchObject({
      bucket: 'files',
      reason: 'ECONNREFUSED',
    });
    expect(calling('SendMessage', { QueueUrl: 'https://sqs/1/jobs' })).toMatchObject({ queue: 'jobs' });
  });

  it('is not there for another error', () => expect(failedCall(new Error('ours'))).toBeUndefined());
});
