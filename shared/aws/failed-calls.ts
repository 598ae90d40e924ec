/** An AWS call, as the SDK names it. */
export type AwsCall = { readonly service: string; readonly operation: string; readonly input: CallInput };

/** Where a failed call was made, for the log. */
export type FailedCall = {
  /** `DynamoDB PutItem` */
  readonly call: string;
  readonly table?: string;
  readonly index?: string;
  readonly bucket?: string;
  readonly queue?: string;
  /** The service's error, or how the connection failed. */
  readonly reason: string;
};

type ThrottlingReason = { readonly reason?: string; readonly resource?: string };

type AwsError = Error & {
  awsCall?: AwsCall;
  code?: string;
  $fault?: string;
  $metadata?: { httpStatusCode?: number };
  $retryable?: { throttling?: boolean };
  ThrottlingReasons?: ThrottlingReason[];
  /** `ThrottlingException` spells `ThrottlingReasons` in lower case. */
  throttlingReasons?: ThrottlingReason[];
  CancellationReasons?: { Code?: string }[];
};

/** Remembers which call an error ended. */
export function noteCall(error: unknown, call: AwsCall): void {
  // Make it non-enumerable, because a log of the error's properties would include the input of the call.
  if (error instanceof Error) Object.defineProperty(error, 'awsCall', { value: call, configurable: true });
}

/** Returns the AWS call that an error ended, without its content; undefined for any other error. */
export function failedCall(error: unknown): FailedCall | undefined {
  const { awsCall, name, code } = (error ?? {}) as AwsError;
  if (!awsCall) return undefined;
  const [throttle] = throttlingReasonsOf(error);
  const target = targetOf(awsCall.input);
  const index = /\/index\/([^/]+)/.exec(throttle?.resource ?? '')?.[1];
  return {
    call: `${awsCall.service.replace(/Client$/, '')} ${awsCall.operation.replace(/Command$/, '')}`,
    ...target,
    ...(index !== undefined && { index }),
    reason: throttle?.reason ?? (cancellationsOf(error) || (code ?? name)),
  };
}

/** Returns the table, index, bucket or queue of a call, if it has one. */
function targetOf(input: CallInput): Pick<FailedCall, 'table' | 'index' | 'bucket' | 'queue'> {
  const table = input.TableName ?? Object.keys(input.RequestItems ?? {})[0] ?? tableOf(input.TransactItems);
  const target = { table, index: input.IndexName, bucket: input.Bucket, queue: input.QueueUrl?.split('/').at(-1) };
  return Object.fromEntries(Object.entries(target).filter(([, name]) => name !== undefined));
}

type CallInput = {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly Bucket?: string;
  readonly QueueUrl?: string;
  readonly RequestItems?: object;
  readonly TransactItems?: readonly object[];
};

const tableOf = (items: readonly object[] = []): string | undefined =>
  items.flatMap(item => Object.values(item)).find(({ TableName }) => TableName)?.TableName;

/** Returns the reasons why a transaction was cancelled. */
const cancellationsOf = (error: unknown): string =>
  ((error as AwsError).CancellationReasons ?? [])
    .map(({ Code = 'None' }) => Code)
    .filter(Code => Code !== 'None')
    .join(', ');

/** Returns the limits that a throttled call exceeded, if DynamoDB says so. */
export function throttlingReasonsOf(error: unknown): readonly ThrottlingReason[] {
  const { ThrottlingReasons, throttlingReasons } = (error ?? {}) as AwsError;
  return ThrottlingReasons ?? throttlingReasons ?? [];
}

const unreachable = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
]);

/**
 * Whether AWS did not answer in time, failed, throttled the call or was unreachable. The same call may succeed in a
 * moment, and may have been carried out already.
 */
export function isOutage(error: unknown): boolean {
  const { name, code, $fault, $metadata, $retryable } = (error ?? {}) as AwsError;
  const status = $metadata?.httpStatusCode ?? 0;
  if (name === 'TimeoutError' || $fault === 'server' || status >= 500 || status === 429) return true;
  return $retryable?.throttling === true || unreachable.has(code ?? '');
}
