import { ServiceError } from '../json-protocol.ts';

const prefix = 'AWS.SimpleQueueService.';

/** Creates an error whose shape and query code share a name in AWS's model, except for the prefix. */
const modelled = (type: string, message: string) => new ServiceError(type, message, { queryCode: prefix + type });

export const noSuchQueue = () =>
  new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.', {
    queryCode: `${prefix}NonExistentQueue`,
  });

export const invalidParameter = (message: string) =>
  new ServiceError('InvalidParameterValueException', message, { queryCode: 'InvalidParameterValue' });

export const missingParameter = (name: string) =>
  new ServiceError('MissingRequiredParameterException', `The request must contain the parameter ${name}.`, {
    queryCode: 'MissingParameter',
  });

export const invalidContents = () =>
  new ServiceError(
    'InvalidMessageContents',
    'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF.',
    {
      queryCode: 'InvalidMessageContents',
    },
  );

export const invalidHandle = (handle: string) =>
  new ServiceError('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not a valid receipt handle.`, {
    queryCode: 'ReceiptHandleIsInvalid',
    status: 404,
  });

export const noSuchResource = (parameter: string) =>
  new ServiceError(
    'ResourceNotFoundException',
    `The resource that you specified for the ${parameter} parameter doesn't exist.`,
    {
      queryCode: 'ResourceNotFoundException',
      status: 404,
    },
  );

export const unsupported = (message: string) => modelled('UnsupportedOperation', message);

export const emptyBatch = () => modelled('EmptyBatchRequest', 'There should be at least one entry in the request.');

export const tooManyEntries = (count: number) =>
  modelled('TooManyEntriesInBatchRequest', `Maximum number of entries per request are 10. You have sent ${count}.`);

export const invalidEntryId = () =>
  modelled(
    'InvalidBatchEntryId',
    'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
  );

export const repeatedEntryId = (id: string) => modelled('BatchEntryIdsNotDistinct', `Id ${id} repeated.`);

export const batchTooLong = (limit: number, bytes: number) =>
  modelled('BatchRequestTooLong', `Batch requests cannot be longer than ${limit} bytes. You have sent ${bytes} bytes.`);
