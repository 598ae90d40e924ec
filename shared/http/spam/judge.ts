import { captchaOf } from '../../domain/spam/captcha.ts';
import type { SpamMark } from '../../domain/spam/spam-signals.ts';
import { captchaFailed, proofFailed } from '../../errors.ts';
import { getDeploymentSecret } from '../../store/deployment-secrets.ts';
import { isCaptchaEnforced } from '../../store/forms/captcha-enforcement.ts';
import type { StoredForm } from '../../store/forms/forms.ts';
import { spendProof } from '../../store/forms/proofs.ts';
import { secretFor, ticketMark } from '../../store/forms/tickets.ts';
import type { TransactItem } from '../../store/table.ts';

type Sender = { ticket?: string; token?: string; proof?: string; origin: string | undefined; partial: boolean };

/**
 * Returns the spam mark of a page's submission, or undefined. Throws a 403 when it does not pass the form's captcha.
 * Only the submission that completes a response needs the captcha, because a token works once. A captcha without a
 * secret is not enforced, because nobody could pass it.
 */
export async function judge(stored: StoredForm, sender: Sender): Promise<SpamMark | undefined> {
  const captcha = captchaOf(stored.form);
  if (captcha && !sender.partial && (await isCaptchaEnforced(stored.form, stored.captchaSecrets))) {
    // Loaded only for forms with a captcha, because it would delay the submissions of all others.
    const { faultOfCaptcha } = await import('./check-captcha.ts');
    const shared = stored.captchaSecrets?.[captcha.provider]
      ? undefined
      : await getDeploymentSecret({ captcha: captcha.provider });
    const fault = await faultOfCaptcha(stored, captcha, { ...sender, shared });
    if (fault) throw captchaFailed(fault);
  }
  return ticketMark(stored, sender.ticket, { now: Date.now(), partial: sender.partial });
}

/**
 * Returns the write that spends the proof of work of a page's submission, or undefined when none is needed. Throws a
 * 403 when the proof is invalid.
 */
export async function proofWrite(
  stored: StoredForm,
  { proof, partial }: Pick<Sender, 'proof' | 'partial'>,
): Promise<TransactItem | undefined> {
  const secret = secretFor('proofOfWork', stored);
  if (secret === undefined || partial) return undefined;
  // Loaded only when needed, as with captchas.
  const { readProof } = await import('../../domain/spam/proof-of-work.ts');
  const read = await readProof(secret, proof);
  if ('fault' in read) throw proofFailed(read.fault);
  const spend = await spendProof(stored.form.id, read);
  if (spend === 'spent') throw proofFailed('this one was used before');
  return spend;
}

/** Returns a function that asks once, so a token is verified once, however often a submission is retried. */
export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
}
