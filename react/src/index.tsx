'use client';

import {
  type CSSProperties,
  type ForwardedRef,
  forwardRef,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import type { AnyAnswers, Captcha, FormlineElement, FormlineEvents, PublicForm } from './element.ts';

export type {
  Answer,
  AnyAnswers,
  Captcha,
  FormlineAttributes,
  FormlineElement,
  FormlineElementProps,
  FormlineEvents,
  PublicForm,
  Submission,
} from './element.ts';

type Handler<Answers extends object, Name extends keyof FormlineEvents> =
  | ((detail: FormlineEvents<Answers>[Name]['detail'], event: FormlineEvents<Answers>[Name]) => void)
  | undefined;

export type FormlineFormProps<Answers extends object = AnyAnswers> = {
  /** The address of the deployment: `https://….amazonaws.com/production`. */
  readonly api: string;
  /** The ID of a live form. */
  readonly form: string;
  /** A publishable key, `pk_…`. */
  readonly publishableKey: string;
  /** Default: the theme of the form. */
  readonly theme?: 'light' | 'dark' | 'auto' | undefined;
  /** The language of the interface. Default: that of the page. */
  readonly lang?: string | undefined;
  /** Shows the form and sends nothing. */
  readonly preview?: boolean | undefined;
  /** The pixels to keep free until the form is there. */
  readonly height?: number | undefined;
  /** The public schema, if the server has it. It saves the page a request. */
  readonly schema?: PublicForm | undefined;
  readonly captcha?: Captcha | undefined;
  /** The nonce of the page's Content Security Policy. */
  readonly nonce?: string | undefined;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  /** Shown until the form is there. */
  readonly children?: ReactNode;
  readonly onReady?: Handler<Answers, 'formline:ready'>;
  readonly onChange?: Handler<Answers, 'formline:change'>;
  readonly onStep?: Handler<Answers, 'formline:step'>;
  /** `event.preventDefault()` keeps the form from being sent. */
  readonly onSubmit?: Handler<Answers, 'formline:submit'>;
  readonly onSuccess?: Handler<Answers, 'formline:success'>;
  readonly onError?: Handler<Answers, 'formline:error'>;
};

const handlers = {
  'formline:ready': 'onReady',
  'formline:change': 'onChange',
  'formline:step': 'onStep',
  'formline:submit': 'onSubmit',
  'formline:success': 'onSuccess',
  'formline:error': 'onError',
} as const;

function Form(props: FormlineFormProps, ref: ForwardedRef<FormlineElement>): ReactElement {
  const { api, form, publishableKey, theme, lang, preview, height, schema, captcha, nonce, children } = props;
  const element = useRef<FormlineElement>(null);
  // Handlers change with each render. The element keeps one listener, which calls the latest.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useImperativeHandle(ref, () => element.current as FormlineElement, []);
  useEffect(() => loadScript(api, nonce), [api, nonce]);
  useEffect(() => listen(element.current, latest), []);
  useEffect(() => setCaptcha(element.current, captcha), [captcha]);
  return (
    <formline-form
      ref={element}
      form={form}
      publishable-key={publishableKey}
      api={api}
      theme={theme}
      lang={lang}
      preview={preview ? '' : undefined}
      data-height={height}
      id={props.id}
      class={props.className}
      style={props.style}
    >
      {schema && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, whose `<` are escaped
        <script type="application/json" dangerouslySetInnerHTML={{ __html: jsonInHtml(schema) }} />
      )}
      {children}
    </formline-form>
  );
}

/** A form of Formline. `Answers` is the type of its answers, which `formline forms types` writes. */
export const FormlineForm = forwardRef(Form) as <Answers extends object = AnyAnswers>(
  props: FormlineFormProps<Answers> & RefAttributes<FormlineElement<Answers>>,
) => ReactElement;

/** Adds the script of the element, once in a page. */
function loadScript(api: string, nonce: string | undefined): void {
  const src = `${api.replace(/\/$/, '')}/embed.js`;
  if (customElements.get('formline-form') || document.querySelector(`script[src="${CSS.escape(src)}"]`)) return;
  const script = document.createElement('script');
  Object.assign(script, { src, async: true, ...(nonce !== undefined && { nonce }) });
  document.head.append(script);
}

/** Calls the handlers of the latest props. Returns a function that stops it. */
function listen(element: HTMLElement | null, latest: { readonly current: FormlineFormProps }): () => void {
  const stop = new AbortController();
  for (const [type, name] of Object.entries(handlers)) {
    const call = (event: Event) => {
      const handler = latest.current[name] as ((detail: unknown, event: Event) => void) | undefined;
      handler?.((event as CustomEvent).detail, event);
    };
    element?.addEventListener(type, call, { signal: stop.signal });
  }
  return () => stop.abort();
}

/** Sets the captcha once the element is defined, because a property that is set before hides the element's own. */
function setCaptcha(element: FormlineElement | null, captcha: Captcha | undefined): void {
  void customElements.whenDefined('formline-form').then(() => {
    if (element) element.captcha = captcha;
  });
}

const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
