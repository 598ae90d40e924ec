/**
 * List prices of AWS in us-east-1, in dollars, without the free tier, as of November 2026, for estimates. Other regions
 * differ by up to a half. https://aws.amazon.com/pricing/
 */
export const prices = {
  /** A request to a REST API, of up to 512 KB, in the first 333 million of a month. */
  gatewayRequest: 3.5e-6,
  /** A request to an HTTP API, for each 512 KB, in the first 300 million of a month. */
  httpApiRequest: 1e-6,
  functionCall: 0.2e-6,
  /** A gigabyte of memory for a second, on ARM. */
  functionGigabyteSecond: 13.3334e-6,
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  tableGigabyteMonth: 0.25,
  /** Point-in-time recovery. */
  tableBackupGigabyteMonth: 0.2,
  fileGigabyteMonth: 0.023,
  /** A PUT, POST or LIST of S3. */
  fileRequest: 5e-6,
  logGigabyte: 0.5,
  trace: 5e-6,
  /** Data that leaves AWS, beyond the first 100 GB of a month. */
  transferGigabyte: 0.09,
  queueRequest: 0.4e-6,
  /** A request to KMS. */
  keyRequest: 3e-6,
  keyMonth: 1,
  alarmMonth: 0.1,
  metricMonth: 0.3,
} as const;
