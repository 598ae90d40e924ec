import type { FieldType } from '../../../shared/domain/fields/field.ts';
import type { evaluate } from '../../../shared/domain/forms/logic/evaluate.ts';
import type { brokenRule, faultOf, hintOf, kindsOf, summaryView } from '../fields/checks.ts';
import type { FurtherType, MakeControl } from '../fields/control.ts';
import type { applyTheme } from '../form/apply-theme.ts';
import type { endingView } from '../form/ending.ts';
import type { progressView } from '../form/progress.ts';
import type { reveal } from '../form/reveal.ts';
import type { stepsHistory } from '../form/steps-history.ts';
import type { takeOver } from '../form/take-over.ts';
import type { greet } from '../form/welcome.ts';
import type { inlineNodes, markdown } from '../markdown.ts';
import { part } from '../parts.ts';
import { type Field, isSaving, type Schema } from '../schema.ts';
import type { dropOutdated, readsAgain } from '../send/consents.ts';
import type { laterNodes, resume } from '../send/continue-later.ts';
import type { changesOf, savesOf } from '../send/saves.ts';
import type { evidenceOf } from '../spam/evidence.ts';
import type { Texts } from '../texts.ts';

/** Code that every form needs before it is sent, but not to be shown: messages for faults. */
type Checks = {
  readonly checksCss: string;
  readonly brokenRule: typeof brokenRule;
  readonly changesOf: typeof changesOf;
  readonly faultOf: typeof faultOf;
  readonly hintOf: typeof hintOf;
  readonly kindsOf: typeof kindsOf;
  readonly readsAgain: typeof readsAgain;
  readonly reveal: typeof reveal;
  readonly savesOf: typeof savesOf;
  readonly summaryView: typeof summaryView;
  readonly takeOver: typeof takeOver;
};

/** The code and styles that forms with more than plain fields need. */
export type Extras = {
  readonly controls: Readonly<Record<FurtherType, MakeControl>>;
  readonly css: string;
  readonly applyTheme: typeof applyTheme;
  readonly texts: Partial<Texts>;
  readonly dropOutdated: typeof dropOutdated;
  readonly endingView: typeof endingView;
  readonly evaluate: typeof evaluate;
  readonly evidenceOf: typeof evidenceOf;
  readonly greet: typeof greet;
  readonly inlineNodes: typeof inlineNodes;
  readonly laterNodes: typeof laterNodes;
  readonly markdown: typeof markdown;
  readonly progressView: typeof progressView;
  readonly resume: typeof resume;
  readonly stepsHistory: typeof stepsHistory;
};

/** The parts loaded so far; empty at first. */
export const extras: Partial<Extras & Checks> = {};

const plainTypes: ReadonlySet<FieldType> = new Set([
  ...(['text', 'textarea', 'email', 'number'] as const),
  ...(['select', 'radio', 'multiselect', 'checkbox', 'hidden'] as const),
]);

const isPlain = ({ type, visibleIf, requiredIf }: Field): boolean =>
  plainTypes.has(type) && visibleIf === undefined && requiredIf === undefined;

const checksMs = 5000;
let checks: Promise<unknown> | undefined;

/** Loads the checks of answers. If they don't load in time, only the service checks. */
export function loadChecks(): Promise<unknown> {
  checks ??= part<Checks>('check').then(
    loaded => Object.assign(extras, loaded),
    () => {
      checks = undefined;
    },
  );
  return Promise.race([checks, new Promise(resolve => setTimeout(resolve, checksMs))]);
}

/** Loads what a form needs beyond the main script before it is shown. */
export async function loadExtras({
  fields,
  ui,
  theme,
  welcome,
  thankYou,
  endings,
  spamProtection: spam,
}: Schema): Promise<void> {
  const isSimple = ui?.layout !== 'one-by-one' && !ui?.saveAndResume && !isSaving(ui);
  const isPlainForm = fields.every(isPlain) && isSimple && !thankYou && !endings && !theme && !welcome;
  const isGuarded = spam?.captcha || spam?.recaptcha || spam?.proofOfWork;
  const isHinted = fields.some(({ validate, currency }) => validate || currency);
  await Promise.all([
    (!isPlainForm || isGuarded) && part<Extras>('more').then(more => Object.assign(extras, more)),
    isHinted && loadChecks(),
  ]);
}
