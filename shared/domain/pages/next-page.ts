import { normalizedOrigin } from '../forms/origins.ts';

type Visit = {
  /** The origin of the page that sent the form. */
  readonly origin: string | undefined;
  /** The URL of that page, as far as the browser sends it. */
  readonly referer: string | undefined;
  /** The form's origins. */
  readonly allowedOrigins: readonly string[];
};

/**
 * Returns where a page sends its visitors after a submission: a web address on the page's own origin, or on one that
 * the form allows. Returns undefined for any other, so the service cannot be used to redirect to strangers. A path is
 * relative to the page.
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
