import { captchaOf } from '../../domain/captcha.ts';
import type { SpamMark } from '../../domain/responses/response.ts';
import { captchaFailed, proofFailed } from '../../errors.ts';
import { getDeploymentSecret } from '../../store/deployment-secrets.ts';
import type { StoredForm } from '../../store/forms/forms.ts';
import { spendProof } from '../../store/forms/proofs.ts';
import { secretFor, ticketMark } from '../../store/forms/tickets.ts';
import type { TransactItem } from '../../store/table.ts';

type Sender = { ticket?: string; token?: string; proof?: string; origin: string | undefined; partial: boolean };

/**
 * What a page's submission is taken for: the mark of spam, or undefined. Throws the 403 when it does not pass the form's
 * captcha, which is asked for by the submission that completes a response: a token works once.
 */
export async function judge(stored: StoredForm, sender: Sender): Promise<SpamMark | undefined> {
  const captcha = captchaOf(stored.form);
  if (captcha && !sender.partial) {
    // For the forms that have one: loading it would delay the submissions of all others.
    const { faultOfCaptcha } = await import('./check-captcha.ts');
    const shared = stored.captchaSecrets?.[captcha.provider]
      ? undefined
      : await getDeploymentSecret({ captcha: captcha.provider });
    const fault = await faultOfCaptcha(stored, captcha, { ...sender, shared });
    if (fault) throw captchaFailed(fault);
  }
  return ticketMark(stored, sender.ticket, { now: Date.now(), partial: sender.partial });
}

/** What spends the proof of work of a page's submission; undefined where none is asked for. Throws the 403 when it is not good. */
export async function proofWrite(
  stored: StoredForm,
  { proof, partial }: Pick<Sender, 'proof' | 'partial'>,
): Promise<TransactItem | undefined> {
  const secret = secretFor('proofOfWork', stored);
  if (secret === undefined || partial) return undefined;
  // As with captchas.
  const { readProof } = await import('../../domain/proof-of-work.ts');
  const read = await readProof(secret, proof);
  if ('fault' in read) throw proofFailed(read.fault);
  const spend = await spendProof(stored.form.id, read);
  if (spend === 'spent') throw proofFailed('this one was used before');
  return spend;
}

/** A token is asked about once, however often a submission is tried. */
export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
}
