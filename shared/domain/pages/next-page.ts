import { normalizedOrigin } from '../forms/origins.ts';

type Visit = {
  /** The origin of the page that the form was sent from. */
  readonly origin: string | undefined;
  /** That page, as far as the browser tells. */
  readonly referer: string | undefined;
  /** The form's. */
  readonly allowedOrigins: readonly string[];
};

/**
 * Where a page wants its visitors to go once they have sent the form: a web address on the page's own origin, or on one that
 * the form allows; undefined for any other, so that the service lends its name to no redirect to strangers. A path is taken
 * from the page on.
 */
export function nextPage(wanted: string | undefined, { origin, referer, allowedOrigins }: Visit): string | undefined {
  if (wanted === undefined || wanted.trim() === '') return undefined;
  const own = normalizedOrigin(origin);
  const base = own !== undefined && normalizedOrigin(originOf(referer)) === own ? referer : own;
  const url = URL.parse(wanted.trim(), base);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) return undefined;
  const allowed = [own, ...allowedOrigins.map(normalizedOrigin)];
  return allowed.includes(url.origin) ? url.href : undefined;
}

const originOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : URL.parse(url)?.origin;
