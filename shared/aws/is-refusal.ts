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
 * Whether the same would fail again for what it is: AWS refuses it, or our own code cannot read it. What passes or is mended
 * from outside is none: throttling, a time-out, a service that fails or is not reached, a permission that is missing.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'UnreadableForm') return true;
  // The SDK leaves its mark on all that goes wrong between it and a service; system errors have a code.
  if ('$metadata' in error || 'code' in error) return refusals.has(error.name);
  return error.name !== 'TimeoutError';
}
