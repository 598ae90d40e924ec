import type { DetailedHTMLProps, HTMLAttributes } from 'react';

/** An answer: text, a number, a yes or no, a list, or the rows of a matrix. */
export type Answer = string | number | boolean | string[] | Record<string, string>;

export type AnyAnswers = Record<string, Answer>;

/** The service's reply to a submission. `answers` are those of this request. */
export type Submission<Answers extends object = AnyAnswers> = {
  readonly id: string;
  readonly formId: string;
  readonly formVersion: number;
  readonly status: 'completed' | 'partial' | 'abandoned';
  readonly startedAt: string;
  readonly submittedAt: string;
  readonly updatedAt: string;
  readonly answers: Partial<Answers>;
};

/** The public schema of a form: the body of `GET /forms/{id}/public`. */
export type PublicForm = {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly fields: readonly { readonly id: string; readonly type: string; readonly label?: string | undefined }[];
};

/** The events of the element, with their details. */
export type FormlineEvents<Answers extends object = AnyAnswers> = {
  'formline:ready': CustomEvent<{ readonly schema: PublicForm }>;
  'formline:change': CustomEvent<{ readonly field: string; readonly values: Partial<Answers> }>;
  'formline:step': CustomEvent<{ readonly step: number; readonly steps: number }>;
  /** `preventDefault()` keeps the form from being sent. */
  'formline:submit': CustomEvent<{ readonly values: Partial<Answers> }>;
  'formline:success': CustomEvent<{ readonly response: Submission<Answers> }>;
  'formline:error': CustomEvent<{
    readonly status?: number;
    readonly code?: string;
    readonly message?: string;
    readonly details?: readonly { readonly field: string; readonly rule: string; readonly message: string }[];
  }>;
};

/** The token of a captcha that the page shows itself, or a function that returns one for each attempt to send. */
export type Captcha = string | (() => string | Promise<string>);

/** The element `formline-form`. Its methods exist once the script has loaded. */
export interface FormlineElement<Answers extends object = AnyAnswers> extends HTMLElement {
  values: Partial<Answers>;
  schema: PublicForm | undefined;
  captcha: Captcha | undefined;
  next(): void;
  back(): void;
  show(field: string): void;
  reset(): void;
}

/** The attributes of the element. React keeps `key` for itself, so the key is called `publishable-key`. */
export type FormlineAttributes = {
  readonly form: string;
  readonly 'publishable-key': string;
  readonly api?: string | undefined;
  readonly theme?: 'light' | 'dark' | 'auto' | undefined;
  readonly lang?: string | undefined;
  readonly preview?: '' | undefined;
  readonly 'data-height'?: number | undefined;
  /** React 18 passes `className` of a custom element on as it is, so only `class` works in all versions. */
  readonly class?: string | undefined;
};

export type FormlineElementProps = DetailedHTMLProps<HTMLAttributes<FormlineElement>, FormlineElement> &
  FormlineAttributes;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'formline-form': FormlineElementProps;
    }
  }
}
