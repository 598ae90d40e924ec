import type { Schema } from '../schema.ts';
import { type Api, call } from '../send/api.ts';
import { Refusal } from '../send/refusal.ts';
import type { TextKey } from '../texts.ts';

/** Why the form didn't load: a sentence for the visitor, and a cause for the page's author. */
export class LoadFailure extends Error {
  readonly text: TextKey;
  readonly isPassing: boolean;

  constructor(text: TextKey, cause: string, isPassing = false) {
    super(cause);
    this.text = text;
    this.isPassing = isPassing;
  }
}

/** Throws a `LoadFailure` that names the missing attribute. */
export function checkAttributes({ formId, key }: Api): void {
  if (!formId) throw new LoadFailure('misplaced', 'form="form_…" is missing');
  if (key.startsWith('sk_')) throw new LoadFailure('misplaced', 'this page contains a secret key: revoke it');
  if (!key.startsWith('pk_')) throw new LoadFailure('misplaced', 'key="pk_…" is missing');
}

/** Returns the schema from inside the element, where a server-rendered page puts it. */
export async function inlineSchema(host: Element): Promise<Schema | undefined> {
  // While the page loads, the element may not have its content yet.
  if (document.readyState === 'loading')
    await new Promise(resolve => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const script = host.querySelector(':scope > script[type="application/json"]');
  return script?.textContent ? JSON.parse(script.textContent) : undefined;
}

export async function loadSchema(api: Api, lang: string): Promise<Schema> {
  try {
    const path = `forms/${encodeURIComponent(api.formId)}/public?lang=${lang}`;
    // The browser asks whether its copy is still good: a consent text may have changed a moment ago.
    return await call<Schema>({ ...api, key: '' }, path, { cache: 'no-cache' });
  } catch (error) {
    throw failureOf(api, error);
  }
}

export function failureOf({ formId, base }: Api, error: unknown): LoadFailure {
  if (!(error instanceof Refusal)) return new LoadFailure('loadFailed', String(error));
  const { status, code, message, isPassing } = error;
  const cause = `${formId} at ${base}: ${status || 'offline, or CSP blocks it'} ${code} ${message}`;
  if (status === 404) return new LoadFailure('unavailable', `${cause}: the id is wrong, or the form is not live`);
  if (status === 401 || code === 'origin_not_allowed') return new LoadFailure('misplaced', cause);
  return new LoadFailure(navigator.onLine ? 'loadFailed' : 'loadOffline', cause, isPassing);
}
