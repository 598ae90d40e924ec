import { listConsentTexts } from '../../shared/contracts/forms/consent-texts.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { allConsentTexts } from '../../shared/store/forms/consent-texts.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';

export const handler = endpoint(listConsentTexts, async ({ params, query, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const texts = await allConsentTexts(stored);
  const wanted = [...texts.keys()].filter(hash => hash === (query.text_hash ?? hash));
  return pageOfIds(wanted, query, async hashes => hashes.flatMap(hash => texts.get(hash) ?? []));
});
