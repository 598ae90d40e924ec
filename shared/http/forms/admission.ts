import type { Caller } from '../../domain/accounts/caller.ts';
import { bodyBytesOf } from '../../domain/forms/body-size.ts';
import type { Form } from '../../domain/forms/form.ts';
import { isOpen } from '../../domain/forms/form.ts';
import { allowsOrigin, normalizedOrigin } from '../../domain/forms/origins.ts';
import { formClosed, formNotLive, originNotAllowed, payloadTooLarge } from '../../errors.ts';

type Sender = {
  caller: Caller;
  origin: string | undefined;
  bodyBytes: number;
  /** The API's URL. The API's own pages may always send. */
  baseUrl: string;
  /** Whether the request only reads. A browser sends no origin with such a request to its own origin. */
  reads?: boolean;
};

/**
 * Throws a 403 if the sender may not submit to this form: it must be live and open, and a page must be of its origins.
 * Throws a 413 if a page sends more than the form takes at once.
 */
export function checkAdmission(form: Form, { caller, origin, bodyBytes, baseUrl, reads = false }: Sender): void {
  if (form.status !== 'live') throw formNotLive(form.status);
  if (!isOpen(form, Date.now())) throw formClosed(form);
  if (caller.kind !== 'publishableKey') return;
  const bytesMax = form.limits?.bodyBytes ?? bodyBytesOf(form);
  if (bodyBytes > bytesMax) throw payloadTooLarge(bytesMax);
  const isOurs = origin === undefined ? reads : normalizedOrigin(origin) === URL.parse(baseUrl)?.origin;
  if (!isOurs && !allowsOrigin(form.allowedOrigins ?? [], origin)) throw originNotAllowed(refusalOf(origin));
}

const refusalOf = (origin: string | undefined): string =>
  origin === undefined
    ? 'This form takes submissions from its allowedOrigins, and the request has no Origin header, as browsers send it. From a server, send a secret key.'
    : `This form does not accept the origin ${origin}. Add it to the form's allowedOrigins.`;

/**
 * Returns the CORS headers. A form with a list of origins names the one that asked, and no cache may give that reply to
 * another.
 */
export function corsHeaders({ allowedOrigins }: Form, origin: string | undefined): Record<string, string> {
  return allowedOrigins?.length && origin ? { 'access-control-allow-origin': origin, vary: 'Origin' } : {};
}
