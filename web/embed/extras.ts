import type { evaluate } from '../../shared/domain/forms/logic/evaluate.ts';
import type { Check } from './breach.ts';
import type { dayInWords } from './days.ts';
import type { evidenceOf } from './evidence.ts';
import type { MakeControl } from './fields/control.ts';
import type { laterNodes, resumed } from './later.ts';
import type { inlineNodes, markdown } from './markdown.ts';
import { part } from './parts.ts';
import type { progressView } from './progress.ts';
import type { Field, Schema } from './schema.ts';
import type { Texts } from './texts.ts';

/** What forms with more than plain fields need. */
export type Extras = {
  readonly controls: Readonly<Record<string, MakeControl>>;
  readonly checks: Readonly<Record<string, readonly Check[]>>;
  readonly css: string;
  readonly texts: Partial<Texts>;
  readonly dayInWords: typeof dayInWords;
  readonly evaluate: typeof evaluate;
  readonly evidenceOf: typeof evidenceOf;
  readonly inlineNodes: typeof inlineNodes;
  readonly laterNodes: typeof laterNodes;
  readonly markdown: typeof markdown;
  readonly progressView: typeof progressView;
  readonly resumed: typeof resumed;
};

/** Empty until it is loaded. */
export const extras: Partial<Extras> = {};

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
  if (!isPlainForm || isGuarded) Object.assign(extras, await part<Extras>('more'));
}
