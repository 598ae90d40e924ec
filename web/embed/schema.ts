import type { Choice, FieldType, PublicField } from '../../shared/domain/fields/field.ts';
import type { End } from '../../shared/domain/forms/endings.ts';
import type { Theme } from '../../shared/domain/forms/theme.ts';

/** An answer in the format that the service takes. */
export type Answer = string | number | boolean | readonly string[] | Readonly<Record<string, string>>;
export type Answers = Record<string, Answer>;

export type Option = Choice;

/** A field as the public schema shows it. */
export type Field = Omit<PublicField, 'default'> & { readonly default?: Answer };

/** The body of `GET /forms/{id}/public`. */
export type Schema = {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly ui?: {
    readonly theme?: string;
    readonly progress?: string;
    readonly layout?: string;
    readonly saveAndResume?: boolean;
    readonly partialSaves?: string;
  };
  readonly theme?: Theme;
  /** Set while the form takes no responses. */
  readonly closed?: { readonly message?: string };
  readonly welcome?: { readonly text: string; readonly buttonText?: string };
  readonly thankYou?: End;
  readonly endings?: readonly (End & { readonly id: string; readonly if: object })[];
  readonly language?: string;
  readonly spamProtection?: {
    readonly honeypot?: { readonly fieldName?: string };
    readonly ticket?: string;
    readonly proofOfWork?: { readonly challengePath: string };
    readonly recaptcha?: { readonly siteKey?: string };
    readonly captcha?: {
      readonly provider: string;
      readonly siteKey: string;
      readonly action?: string;
      /** False while the service asks for no token. */
      readonly enforced?: boolean;
    };
  };
};

export const optionValue = (option: Option): string => (typeof option === 'string' ? option : option.value);
export const optionLabel = (option: Option): string => (typeof option === 'string' ? option : option.label);

/** Field types without an answer from the visitor: they show something, or the page or the service fills them in. */
const unanswered: ReadonlySet<FieldType> = new Set(['statement', 'page', 'calculated'] as const);

export const isAnswered = ({ type }: Field): boolean => !unanswered.has(type);
export const isAsked = (field: Field): boolean => isAnswered(field) && field.type !== 'hidden';

/** Whether a form saves answers before it is sent. */
export const isSaving = (ui: Schema['ui']): boolean => (ui?.partialSaves ?? 'off') !== 'off';

export function isEmpty(answer: Answer | undefined): boolean {
  if (answer === undefined || answer === '' || answer === false) return true;
  return typeof answer === 'object' && Object.keys(answer).length === 0;
}
