/** The messages between the function host and an environment's worker thread. */
export type ToWorker =
  | { readonly type: 'invoke'; readonly payload: string; readonly invocation: Invocation }
  /** The last chunk was taken; the next may follow. */
  | { readonly type: 'taken' }
  /** The client has left the stream. */
  | { readonly type: 'cancel' };

export type ToHost =
  | { readonly type: 'ready' }
  /** A single write to the function's standard output or error. */
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
  /** The tracing header, which the SDK passes on. */
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

/** The maximum size of a request or a buffered answer, in bytes. */
export const payloadBytesMax = 6 * 1024 * 1024 + 100;
export const streamBytesMax = 200 * 1024 * 1024;
