import type { ApiDefinition, Route, Throttle } from '../template/api-definition.ts';

/** Token buckets per method, with the rate per second and the burst from the stage's settings. */
export class Throttles {
  readonly #settings: ApiDefinition['throttles'];
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(settings: ApiDefinition['throttles']) {
    this.#settings = settings;
  }

  /** Whether a request on the route may pass at `now`, in milliseconds. */
  admits({ method, resourcePath }: Pick<Route, 'method' | 'resourcePath'>, now = performance.now()): boolean {
    const own = this.#settings.get(`${method} ${resourcePath}`);
    const setting = own ?? this.#settings.get('* *');
    return !setting || this.#take(`${method} ${resourcePath}`, setting, now);
  }

  #take(key: string, { ratePerSecond, burst }: Throttle, now: number): boolean {
    const bucket = this.#buckets.get(key) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * ratePerSecond);
    bucket.at = now;
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
