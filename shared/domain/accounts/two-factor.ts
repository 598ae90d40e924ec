import { randomBytes } from 'node:crypto';
import { hashOfSecret } from './account-token.ts';
import { base32, stepOfCode } from './totp.ts';

/** The second factor of a user, as it is stored. */
export type TwoFactor = {
  /** The secret of the authenticator, sealed for this user. */
  sealed: string;
  /** The step of the last code that was used. */
  lastStep: number;
  /** SHA-256 of those that are left. */
  recoveryCodes: string[];
  /** ISO 8601. */
  enabledAt: string;
};

export type UsedCode = { twoFactor: TwoFactor; isRecovery: boolean };

/**
 * What using a code leaves of a second factor: each is good once. Undefined when it is wrong or was used.
 *
 * @param open gives the secret of the authenticator
 */
export async function useCode(
  twoFactor: TwoFactor,
  code: string,
  { now, open }: { now: number; open: () => Promise<string> },
): Promise<UsedCode | undefined> {
  const { lastStep, recoveryCodes } = twoFactor;
  const hash = hashOfRecoveryCode(code);
  if (hash !== undefined) {
    const left = recoveryCodes.filter(each => each !== hash);
    const isOne = left.length < recoveryCodes.length;
    return isOne ? { twoFactor: { ...twoFactor, recoveryCodes: left }, isRecovery: true } : undefined;
  }
  const step = stepOfCode(await open(), code, { now, last: lastStep });
  return step === undefined ? undefined : { twoFactor: { ...twoFactor, lastStep: step }, isRecovery: false };
}

/** The second factor of somebody whose authenticator has proved itself at this time, by a code of this step. */
export const newTwoFactor = ({
  sealed,
  lastStep,
  recoveryCodes,
  now,
}: Pick<TwoFactor, 'sealed' | 'lastStep' | 'recoveryCodes'> & { now: number }): TwoFactor =>
  withRecoveryCodes({ sealed, lastStep, recoveryCodes: [], enabledAt: new Date(now).toISOString() }, recoveryCodes);

/** With these recovery codes in place of those that it had. */
export const withRecoveryCodes = (twoFactor: TwoFactor, codes: readonly string[]): TwoFactor => ({
  ...twoFactor,
  recoveryCodes: codes.flatMap(code => hashOfRecoveryCode(code) ?? []),
});

/** How many codes somebody gets at a time. */
const count = 10;

/** Codes for who has lost the phone, each good for one login: 80 random bits, `k3xq-7d2m-p6ra-vn5t`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () =>
    base32(randomBytes(10))
      .toLowerCase()
      .replace(/.{4}(?=.)/g, '$&-'),
  );

/**
 * What is stored of a code: nobody can use it, and nobody guesses 80 bits. Undefined for a text that is none; capitals, spaces
 * and hyphens make no difference.
 */
export function hashOfRecoveryCode(text: string): string | undefined {
  const code = text.toLowerCase().replace(/[\s-]/g, '');
  return /^[a-z2-7]{16}$/.test(code) ? hashOfSecret(code) : undefined;
}
