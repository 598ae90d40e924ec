import { getChallenge } from '../../shared/contracts/forms/challenges.ts';
import { newChallenge } from '../../shared/domain/spam/proof-of-work.ts';
import { noLiveForm, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getCachedForm } from '../../shared/store/forms/forms.ts';
import { secretFor } from '../../shared/store/forms/tickets.ts';

export const handler = endpoint(getChallenge, async ({ params }) => {
  const stored = await getCachedForm(params.id);
  if (stored?.form.status !== 'live') throw noLiveForm();
  const secret = secretFor('proofOfWork', stored);
  if (secret === undefined) throw notFound('Challenge');
  return newChallenge(secret, Date.now());
});
