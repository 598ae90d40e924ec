import type { LoadPart } from '../parts.ts';
import type { Schema } from '../schema.ts';
import { type Api, call } from '../send/api.ts';
import { type Captcha, type Widget, widgetOf } from './captcha.ts';

/** The bot protection that some forms ask for: a captcha token or a proof of work. */
export type Evidence = {
  /** Shows the captcha, if it is visible. */
  readonly prepare: () => void;
  /** Returns the headers that prove a human sends this. Each attempt needs new ones, because a token works once. */
  readonly headers: () => Promise<Readonly<Record<string, string | undefined>>>;
};

/** @param part loads a part of the script; only the script knows where its parts are */
export function evidenceOf(
  api: Api,
  { spamProtection = {} }: Schema,
  host: HTMLElement & { captcha: Captcha },
  part: LoadPart,
): Evidence {
  const { proofOfWork, recaptcha, captcha } = spamProtection;
  const named = captcha ?? (recaptcha?.siteKey ? { provider: 'recaptcha', siteKey: recaptcha.siteKey } : undefined);
  const asked = captcha?.enforced === false ? undefined : named;
  let widget: Promise<Widget> | undefined;

  const prepare = (): void => {
    if (!asked || host.captcha) return;
    widget ??= widgetOf(asked, host);
    // A failed widget is reported when its token is needed.
    widget.catch(() => {});
  };
  const token = async (): Promise<string | undefined> => {
    const { captcha: own } = host;
    if (own) return typeof own === 'function' ? own() : own;
    prepare();
    return (await widget)?.token();
  };
  const proof = async (): Promise<string | undefined> =>
    proofOfWork &&
    (await part<typeof import('./proof.ts')>('proof')).solve(
      await call({ ...api, key: '' }, proofOfWork.challengePath.slice(1)),
    );
  return {
    prepare,
    headers: async () => ({ 'x-captcha-token': await token(), 'x-formline-proof': await proof() }),
  };
}
