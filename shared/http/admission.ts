import type { Caller } from '../domain/accounts/caller.ts';
import type { Form } from '../domain/forms/form.ts';
import { allowsOrigin } from '../domain/forms/origins.ts';
import { formNotLive, originNotAllowed } from '../errors.ts';

type Sender = { caller: Caller; origin: string | undefined };

/** Throws the 403 to whoever may not send anything to this form: it has to be live, and a page to be of its origins. */
export function checkAdmission(form: Form, { caller, origin }: Sender): void {
  if (form.status !== 'live') throw formNotLive(form.status);
  if (caller.kind === 'publishableKey' && !allowsOrigin(form.allowedOrigins ?? [], origin)) {
    const sender = origin === undefined ? 'a request without an Origin header' : `the origin ${origin}`;
    throw originNotAllowed(`This form does not accept ${sender}. Add it to the form's allowedOrigins.`);
  }
}

/** A form that names its origins answers the one that asked, and no cache may give that answer to another. */
export function corsHeaders({ allowedOrigins }: Form, origin: string | undefined): Record<string, string> {
  return allowedOrigins?.length && origin ? { 'access-control-allow-origin': origin, vary: 'Origin' } : {};
}
