import type { Caller } from '../domain/accounts/caller.ts';
import type { Form } from '../domain/forms/form.ts';
import { isOpen } from '../domain/forms/form.ts';
import { allowsOrigin, normalizedOrigin } from '../domain/forms/origins.ts';
import { formClosed, formNotLive, originNotAllowed, payloadTooLarge } from '../errors.ts';

type Sender = {
  caller: Caller;
  origin: string | undefined;
  bodyBytes: number;
  /** Of the API: the pages that it shows itself may always send. */
  baseUrl: string;
  /** It changes nothing, and so a browser says no origin where it asks its own. */
  reads?: boolean;
};

/** What a publishable key may send at once, where its form does not say otherwise. */
const bodyBytesMax = 32_768;

/**
 * Throws the 403 to whoever may not send anything to this form: it has to be live and open, and a page to be of its origins; and the
 * 413 to a page that sends more than the form takes at once.
 */
export function checkAdmission(form: Form, { caller, origin, bodyBytes, baseUrl, reads = false }: Sender): void {
  if (form.status !== 'live') throw formNotLive(form.status);
  if (!isOpen(form, Date.now())) throw formClosed(form);
  if (caller.kind !== 'publishableKey') return;
  const { bodyBytes: bytesMax = bodyBytesMax } = form.limits ?? {};
  if (bodyBytes > bytesMax) throw payloadTooLarge(bytesMax);
  const isOurs = origin === undefined ? reads : normalizedOrigin(origin) === URL.parse(baseUrl)?.origin;
  if (!isOurs && !allowsOrigin(form.allowedOrigins ?? [], origin)) throw originNotAllowed(refusalOf(origin));
}

const refusalOf = (origin: string | undefined): string =>
  origin === undefined
    ? 'This form takes submissions from its allowedOrigins, and the request has no Origin header, as browsers send it. From a server, send a secret key.'
    : `This form does not accept the origin ${origin}. Add it to the form's allowedOrigins.`;

/** A form that names its origins answers the one that asked, and no cache may give that answer to another. */
export function corsHeaders({ allowedOrigins }: Form, origin: string | undefined): Record<string, string> {
  return allowedOrigins?.length && origin ? { 'access-control-allow-origin': origin, vary: 'Origin' } : {};
}
