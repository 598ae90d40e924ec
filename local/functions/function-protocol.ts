/** What the host of the functions and the worker thread of an environment say to each other. */
export type ToWorker =
  | { readonly type: 'invoke'; readonly payload: string; readonly invocation: Invocation }
  /** The last chunk was taken; the next may come. */
  | { readonly type: 'taken' }
  /** Nobody reads the stream any more. */
  | { readonly type: 'cancel' };

export type ToHost =
  | { readonly type: 'ready' }
  /** What the function wrote to its standard output or error in one go. */
  | { readonly type: 'printed'; readonly text: string }
  | { readonly type: 'chunk'; readonly bytes: Uint8Array }
  /** `payload` is JSON; a streamed answer has none. */
  | { readonly type: 'done'; readonly payload: string }
  | { readonly type: 'failed'; readonly error: FunctionError };

export type Invocation = {
  readonly requestId: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
  /** The tracing header: the SDK sends it along. */
  readonly traceHeader: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
};

/** The payload of a failed invocation. */
export type FunctionError = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};

export type WorkerData = { readonly codeDir: string; readonly handler: string };

/** Of a request and of a buffered answer, in bytes. */
export const payloadBytesMax = 6 * 1024 * 1024 + 100;
export const streamBytesMax = 200 * 1024 * 1024;
