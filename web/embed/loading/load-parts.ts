import type { FieldType } from '../../../shared/domain/fields/field.ts';
import { loadChecks, loaded } from '../extras.ts';
import { part } from '../parts.ts';
import { type Field, isSaving, type Schema } from '../schema.ts';

/** Code that every form needs before it is sent, but not to be shown: messages for faults. */
type Checks = typeof import('./check-part.ts');

/** The code and styles that forms with more than plain fields need. */
type Extras = typeof import('./more-part.ts');

/** What the parts loaded so far export. */
export const extras: Partial<Extras & Checks> = loaded;

const plainTypes: ReadonlySet<FieldType> = new Set([
  ...(['text', 'textarea', 'email', 'number'] as const),
  ...(['select', 'radio', 'multiselect', 'checkbox', 'hidden'] as const),
]);

const isPlain = ({ type, visibleIf, requiredIf }: Field): boolean =>
  plainTypes.has(type) && visibleIf === undefined && requiredIf === undefined;

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
  const isHinted = fields.some(field => field.validate ?? field.currency ?? field.left);
  await Promise.all([
    (!isPlainForm || isGuarded) && part<Extras>('more').then(more => Object.assign(extras, more)),
    isHinted && loadChecks(),
  ]);
}
