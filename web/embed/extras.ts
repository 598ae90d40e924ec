import { part } from './parts.ts';
import type { Field, Schema } from './schema.ts';

/** What forms with more than plain fields need, once it is loaded. */
export const extras: Partial<typeof import('./more.ts')> = {};

const plainTypes: ReadonlySet<string> = new Set([
  ...['text', 'textarea', 'email', 'number'],
  ...['select', 'radio', 'multiselect', 'checkbox', 'hidden'],
]);

const isPlain = ({ type, visibleIf, requiredIf }: Field): boolean =>
  plainTypes.has(type) && visibleIf === undefined && requiredIf === undefined;

/** Loads what a form needs beyond the script. */
export async function loadExtras({ fields, ui, thankYou, spamProtection: spam }: Schema): Promise<void> {
  const isPlainForm = fields.every(isPlain) && ui?.layout !== 'one-by-one' && !ui?.saveAndResume && !thankYou?.text;
  const isGuarded = spam?.captcha || spam?.recaptcha || spam?.proofOfWork;
  if (!isPlainForm || isGuarded) Object.assign(extras, await part('more'));
}
