import { Refusal } from '../send/refusal.ts';

/** The page's own captcha: its token, or a function that returns one. */
export type Captcha = string | (() => string | Promise<string>) | undefined;

export type Widget = { readonly token: () => Promise<string> };

type CaptchaSettings = { readonly provider: string; readonly siteKey: string; readonly action?: string };

/** The API that Turnstile and hCaptcha share, and that of reCAPTCHA v3. */
type Provider = {
  readonly render: (place: HTMLElement, options: object) => string;
  readonly getResponse: (id: string) => string | undefined;
  readonly reset: (id: string) => void;
  readonly ready: (act: () => void) => void;
  readonly execute: (siteKey: string, options: object) => Promise<string>;
};

const providers: Readonly<Record<string, { readonly global: string; readonly script: string }>> = {
  turnstile: { global: 'turnstile', script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit' },
  hcaptcha: { global: 'hcaptcha', script: 'https://js.hcaptcha.com/1/api.js?render=explicit' },
  recaptcha: { global: 'grecaptcha', script: 'https://www.google.com/recaptcha/api.js?render=' },
};

const waitMs = 200;
const waitsMax = 100;

export async function widgetOf(
  { provider, siteKey, action = 'submit' }: CaptchaSettings,
  host: HTMLElement,
): Promise<Widget> {
  const { global, script } = providers[provider] ?? { global: '', script: '' };
  const isScored = provider === 'recaptcha';
  await load(isScored ? script + encodeURIComponent(siteKey) : script, () => global in globalThis);
  const api = Reflect.get(globalThis, global) as Provider;
  if (isScored) {
    await new Promise<void>(resolve => api.ready(resolve));
    return { token: () => api.execute(siteKey, { action }) };
  }
  const id = api.render(placeIn(host), { sitekey: siteKey, action });
  return { token: () => takenToken(api, id) };
}

/** Returns the visitor's token and resets the widget, because a token works for one request only. */
async function takenToken(api: Provider, id: string): Promise<string> {
  for (let waits = 0; waits < waitsMax; waits++) {
    const token = api.getResponse(id);
    if (token) {
      api.reset(id);
      return token;
    }
    await new Promise(resolve => setTimeout(resolve, waitMs));
  }
  throw new Refusal(403, { code: 'captcha_failed', message: 'The captcha was not solved' });
}

/** Returns a place for the captcha in the page itself, shown through a slot: captchas don't work in a shadow tree. */
function placeIn(host: HTMLElement): HTMLElement {
  const place = host.querySelector<HTMLElement>('[slot=captcha]') ?? document.createElement('div');
  place.slot = 'captcha';
  if (!place.parentNode) host.append(place);
  return place;
}

/** Loads a provider's script once per page. */
function load(src: string, isThere: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    if (isThere()) return resolve();
    const known = [...document.scripts].find(script => script.src === src);
    const script = known ?? document.createElement('script');
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () =>
      reject(new Refusal(403, { code: 'captcha_failed', message: `${src} did not load` })),
    );
    if (known) return;
    script.src = src;
    document.head.append(script);
  });
}
