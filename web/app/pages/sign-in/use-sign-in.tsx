import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { type Action, useAction } from '../../api/load.ts';
import { TextField } from '../../parts/fields.tsx';
import { AddressField } from './address-field.tsx';
import { CodeField } from './code-field.tsx';
import { t } from './texts/t.ts';

type SignIn = {
  readonly doing: Action<[]>;
  /** Replaces the service's message. */
  readonly error: string | undefined;
  /** Whether the password was right and a code is needed. */
  readonly wantsCode: boolean;
  readonly fields: ComponentChildren;
};

/**
 * The sign-in inputs: address and password, then a code if the user has a second factor.
 *
 * @param done called once a session has begun
 * @param known the address of the user who was signed in before
 */
export function useSignIn(done: () => Promise<unknown>, known = ''): SignIn {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [loginToken, setLoginToken] = useState<string>();
  const doing = useAction(async () => {
    if (loginToken === undefined) {
      const begun = await call('POST /auth/login', { body: { email, password, cookie: true } });
      const next = (begun as { loginToken?: string }).loginToken;
      if (next !== undefined) return setLoginToken(next);
    } else await sendCode(loginToken, code, () => setLoginToken(undefined));
    await done();
  });
  if (loginToken !== undefined) {
    return {
      doing,
      error: isStatus(doing.error, 400) ? t('wrongCode') : undefined,
      wantsCode: true,
      fields: <CodeField autofocus required value={code} onInput={setCode} />,
    };
  }
  const refused = code === '' ? t('wrong') : t('tooLate');
  return {
    doing,
    error: isStatus(doing.error, 400, 401) ? refused : undefined,
    wantsCode: false,
    fields: (
      <>
        <AddressField value={email} onInput={setEmail} />
        <TextField
          label={t('password')}
          type="password"
          name="password"
          autocomplete="current-password"
          required
          value={password}
          onInput={setPassword}
        />
      </>
    ),
  };
}

const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ApiError && statuses.includes(error.status);

/** Sends the code. After five minutes, the user has to enter the password again. */
async function sendCode(loginToken: string, code: string, expired: () => void): Promise<void> {
  try {
    await call('POST /auth/login/code', { body: { loginToken, code, cookie: true } });
  } catch (error) {
    if (isStatus(error, 401)) expired();
    throw error;
  }
}
