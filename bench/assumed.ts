/** What only AWS can measure: taken as it was seen of functions of this kind there, and not by this bench. */
export const assumed = {
  /** Of a warm call of 1 GB, billed by the millisecond. */
  submissionMs: 10,
  /** Of a run of 512 MB that reads the stream, whatever its batch. */
  workerMs: 30,
  /** The gateway's line and the function's own. */
  logBytes: 700,
  /** Besides the body: TLS and headers. */
  overheadBytes: 1500,
  tracedShare: 0.01,
};
