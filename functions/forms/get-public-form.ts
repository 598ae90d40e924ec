import { getPublicForm } from '../../shared/contracts/forms/forms.ts';
import { publicForm } from '../../shared/domain/forms/public-form.ts';
import { noLiveForm } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { isCaptchaEnforced } from '../../shared/store/forms/captcha-enforcement.ts';
import { getCachedForm } from '../../shared/store/forms/forms.ts';
import { ticketOf } from '../../shared/store/forms/tickets.ts';
import { isFormFull, leftByField, readPlaces } from '../../shared/store/responses/places.ts';

export const handler = endpoint(getPublicForm, async ({ params, query }) => {
  const stored = await getCachedForm(params.id);
  if (stored?.form.status !== 'live') throw noLiveForm();
  const places = await readPlaces(stored.form);
  const captchaEnforced = await isCaptchaEnforced(stored.form, stored.captchaSecrets);
  return publicForm(stored.form, query.lang, {
    ...{ isFull: isFormFull(places), left: leftByField(stored.form, places) },
    ...{ ticket: ticketOf(stored, Date.now()), captchaEnforced },
  });
});
