import { prices } from './prices.ts';

/** The usage of a month, or a part of it, by the counters, and what is stored. */
export type Usage = {
  readonly submissions: number;
  readonly partial: number;
  readonly views: number;
  /** Deliveries to webhooks and integrations. */
  readonly deliveries: number;
  /** Responses that are stored now. */
  readonly stored: number;
};

/** The estimated costs in dollars. */
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

/** Covers its item and its index entry, reading the form and the key, and counting, at one a second. */
const perSubmission = call + logs + 2.5 * prices.writeUnit + 2.5 * prices.readUnit;

/** Covers the form's schema and the visit's events, in two requests. */
const perView = 3 * (call + logs) + 2 * prices.writeUnit;

const bytesOfDelivery = 2560;

/**
 * Covers its messages, half a gigabyte that waits 200 ms for the receiver, its item, counting, and the bytes that leave
 * AWS.
 */
const perDelivery =
  3 * prices.queueRequest +
  prices.functionCall +
  0.1 * prices.functionGigabyteSecond +
  2.5 * prices.writeUnit +
  3 * prices.readUnit +
  logs +
  (bytesOfDelivery / 1024 ** 3) * prices.transferGigabyte;

/**
 * Returns the cost of a month's requests and storage at AWS list prices, as `npm run cost` measures it at about one
 * submission a second. It excludes files, which no counter knows, and the cost of an idle stage.
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
