import { type Api, call } from './api.ts';
import { type Captcha, type Widget, widgetOf } from './captcha.ts';
import type { LoadPart } from './parts.ts';
import type { Schema } from './schema.ts';

/** What few forms ask for against machines: the token of a captcha, a proof of work. */
export type Evidence = {
  /** Shows the captcha, if there is one to see. */
  readonly prepare: () => void;
  /** What shows that a person sends it: made anew for each attempt, since such tokens are good for one. */
  readonly headers: () => Promise<Readonly<Record<string, string | undefined>>>;
};

/** @param part of the script, which alone knows where its parts are */
export function evidenceOf(
  api: Api,
  { spamProtection = {} }: Schema,
  host: HTMLElement & { captcha: Captcha },
  part: LoadPart,
): Evidence {
  const { proofOfWork, recaptcha, captcha } = spamProtection;
  const asked = captcha ?? (recaptcha?.siteKey ? { provider: 'recaptcha', siteKey: recaptcha.siteKey } : undefined);
  let widget: Promise<Widget> | undefined;

  const prepare = (): void => {
    if (!asked || host.captcha) return;
    widget ??= widgetOf(asked, host);
    // What is wrong with it shows when its token is needed.
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
