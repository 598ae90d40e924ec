import { prices } from '../prices.ts';

/** What was done in a month, or a part of it, by the counters; and what there is. */
export type Usage = {
  readonly submissions: number;
  readonly partial: number;
  readonly views: number;
  /** To webhooks and integrations. */
  readonly deliveries: number;
  /** Responses that are stored now. */
  readonly stored: number;
};

/** Dollars. */
export type UsageEstimate = {
  readonly submissions: number;
  readonly visits: number;
  readonly deliveries: number;
  readonly storage: number;
  readonly total: number;
};

const bytesPerResponse = 1024;
const bytesOfLogs = 700;

const call = prices.gatewayRequest + prices.functionCall + 0.01 * prices.functionGigabyteSecond;
const logs = (bytesOfLogs / 1024 ** 3) * prices.logGigabyte;

/** Its item and its entry in the index; reading form and key, and counting, as they come at one a second. */
const perSubmission = call + logs + 2.5 * prices.writeUnit + 2.5 * prices.readUnit;

/** The schema of the form, and what the page tells of the visit, in two requests. */
const perView = 3 * (call + logs) + 2 * prices.writeUnit;

const bytesOfDelivery = 2560;

/** Its messages, half a gigabyte that waits 200 ms for the receiver, its item, counting, and the bytes that leave AWS. */
const perDelivery =
  3 * prices.queueRequest +
  prices.functionCall +
  0.1 * prices.functionGigabyteSecond +
  2.5 * prices.writeUnit +
  3 * prices.readUnit +
  logs +
  (bytesOfDelivery / 1024 ** 3) * prices.transferGigabyte;

/**
 * What the requests and the storage of a month come to, by the list prices of AWS: as `npm run cost` measures them, at about
 * one submission a second. Without files, which no counter knows, and without what a stage costs when nothing happens.
 */
export function estimateUsage({ submissions, partial, views, deliveries, stored }: Usage): UsageEstimate {
  const gigabytes = (stored * bytesPerResponse) / 1024 ** 3;
  const parts = {
    submissions: (submissions + partial) * perSubmission,
    visits: views * perView,
    deliveries: deliveries * perDelivery,
    storage: gigabytes * (prices.tableGigabyteMonth + prices.tableBackupGigabyteMonth),
  };
  return { ...parts, total: parts.submissions + parts.visits + parts.deliveries + parts.storage };
}
