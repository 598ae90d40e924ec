/** Values that only AWS can measure. They were observed there on similar functions, not by this bench. */
export const assumed = {
  /** The duration of a warm call with 1 GB, which AWS bills by the millisecond. */
  submissionMs: 10,
  /** The duration of a run with 512 MB that reads the stream, for any batch size. */
  workerMs: 30,
  /** The log lines of the gateway and the function. */
  logBytes: 700,
  /** The bytes sent besides the body: TLS and headers. */
  overheadBytes: 1500,
  tracedShare: 0.01,
};
