import { randomBytes } from 'node:crypto';
import { hashOfSecret } from './account-token.ts';
import { base32, stepOfCode } from './totp.ts';

/** The second factor of a user, as stored. */
export type TwoFactor = {
  /** The secret of the authenticator, sealed for this user. */
  sealed: string;
  /** The step of the last code that was used. */
  lastStep: number;
  /** SHA-256 of the remaining codes. */
  recoveryCodes: string[];
  /** ISO 8601. */
  enabledAt: string;
};

export type UsedCode = { twoFactor: TwoFactor; isRecovery: boolean };

/**
 * Returns a second factor after a code was used, because each works once. Returns undefined when the code is wrong or
 * was used.
 *
 * @param open returns the authenticator's secret
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

/** Returns a new second factor, verified at this time by a code of this step. */
export const newTwoFactor = ({
  sealed,
  lastStep,
  recoveryCodes,
  now,
}: Pick<TwoFactor, 'sealed' | 'lastStep' | 'recoveryCodes'> & { now: number }): TwoFactor =>
  withRecoveryCodes({ sealed, lastStep, recoveryCodes: [], enabledAt: new Date(now).toISOString() }, recoveryCodes);

/** Returns the second factor with these recovery codes in place of the old ones. */
export const withRecoveryCodes = (twoFactor: TwoFactor, codes: readonly string[]): TwoFactor => ({
  ...twoFactor,
  recoveryCodes: codes.flatMap(code => hashOfRecoveryCode(code) ?? []),
});

/** The number of codes a user gets at a time. */
const count = 10;

/** Returns recovery codes for a lost phone, each valid for one login: 80 random bits, `k3xq-7d2m-p6ra-vn5t`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () =>
    base32(randomBytes(10))
      .toLowerCase()
      .replace(/.{4}(?=.)/g, '$&-'),
  );

/**
 * Returns the hash to store for a recovery code. The hash cannot be used in place of the code, whose 80 bits cannot be
 * guessed. Returns undefined for a text that is not a code. Case, spaces and hyphens are ignored.
 */
export function hashOfRecoveryCode(text: string): string | undefined {
  const code = text.toLowerCase().replace(/[\s-]/g, '');
  return /^[a-z2-7]{16}$/.test(code) ? hashOfSecret(code) : undefined;
}
