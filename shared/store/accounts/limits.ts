import { attemptPatienceMs } from '../../aws/request-patience.ts';
import type { ChargeBucket } from '../../domain/traffic/leased-bucket.ts';
import { expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { updateOrRead } from '../table.ts';

/** The request waits for this write, and answering it matters more: half a second by default. */
const patienceMs = (): number => attemptPatienceMs() / 2;

/** Charges the bucket with this SHA-256. */
export const chargeBucket: ChargeBucket = async (sha256, { since, ms, until }, { windowMs }) => {
  const isFull = until === undefined;
  const change = {
    // Every bucket is full again within a window from now.
    set: {
      fullAt: isFull ? since + ms : expression`fullAt + ${ms}`,
      ttl: Math.ceil((Date.now() + windowMs) / 1000) + 1,
    },
    if: isFull
      ? expression`attribute_not_exists(fullAt) OR fullAt <= ${since}`
      : expression`fullAt > ${since} AND fullAt <= ${until}`,
  };
  const abortSignal = AbortSignal.timeout(patienceMs());
  const { made, item } = await updateOrRead(keyOf('limit', { sha256 }), change, { abortSignal });
  return { charged: made, fullAt: item && Number(item.fullAt) };
};
