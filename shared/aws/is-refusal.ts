/** The errors by which DynamoDB and SQS refuse a request permanently. */
const refusals = new Set([
  'ValidationException',
  'SerializationException',
  'ItemCollectionSizeLimitExceededException',
  'BatchRequestTooLong',
  'InvalidMessageContents',
  'InvalidParameterValue',
  'InvalidParameterValueException',
]);

/**
 * Whether a retry would fail again, because AWS refuses the request or our code cannot read the item. Throttling,
 * time-outs, failing services and missing permissions pass, so they are not refusals.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'UnreadableForm') return true;
  // The SDK adds `$metadata` to all errors between it and a service, and system errors have a code.
  if ('$metadata' in error || 'code' in error) return refusals.has(error.name);
  return error.name !== 'TimeoutError';
}
