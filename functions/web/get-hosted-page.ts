import { getHostedPage } from '../../shared/contracts/web/hosted-page.ts';
import type { End } from '../../shared/domain/forms/endings.ts';
import type { PublicForm } from '../../shared/domain/forms/public-form.ts';
import { formPage, isPrefilled, thanksOf } from '../../shared/domain/pages/hosted-page.ts';
import { limitVisitor } from '../../shared/http/limits.ts';
import {
  hostedFormOf,
  hostedReply,
  isFound,
  noticeOf,
  noticeReply,
  unknownNotice,
  visitOf,
} from '../../shared/http/pages/hosted-form.ts';
import { pageEndpoint } from '../../shared/http/pages/page-endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { isCaptchaEnforced } from '../../shared/store/forms/captcha-enforcement.ts';
import { getCachedForm, type StoredForm } from '../../shared/store/forms/forms.ts';
import { hostedKey } from '../../shared/store/forms/hosted-key.ts';
import { formIdOfPath } from '../../shared/store/forms/slugs.ts';
import { readPlaces } from '../../shared/store/responses/places.ts';

export const handler = pageEndpoint(getHostedPage, async ({ params, query, baseUrl, sourceIp }) => {
  await limitVisitor(getHostedPage, sourceIp);
  const formId = await formIdOfPath(params.formId);
  const known = await getCachedForm(formId);
  const elsewhere = redirectFrom(params.formId, known, query);
  if (elsewhere) return elsewhere;
  const stored = known?.form.hostedPage?.enabled === false ? undefined : known;
  const places = stored && (await readPlaces(stored.form));
  const captchaEnforced = stored && (await isCaptchaEnforced(stored.form, stored.captchaSecrets));
  const visit = visitOf(stored, {
    formId,
    baseUrl,
    language: query.lang,
    embedded: query.embed === '1',
    places,
    captchaEnforced,
  });
  if (isFound(visit) && query.sent === '1') {
    return noticeReply(visit, {
      status: 200,
      notice: thanksOf(endOf(visit.found.schema, query.end).text, visit.texts),
    });
  }
  const nothing = noticeOf(visit);
  if (nothing || !isFound(visit)) return noticeReply(visit, nothing ?? unknownNotice(visit));
  const { organizationId, environmentId, form } = visit.found.stored;
  const key = await hostedKey({ organizationId, environmentId, environment: form.environment }, form.id);
  // The form was deleted while this function still knew it.
  if (key === undefined) {
    const gone = { ...visit, found: undefined };
    return noticeReply(gone, unknownNotice(gone));
  }
  const isShared = !isPrefilled(visit.found.schema.fields, query);
  return hostedReply(visit, formPage(hostedFormOf(visit, key), query), { isShared });
});

/** Returns the end page that the visitor was sent to. A link to a removed one shows the default text. */
const endOf = ({ thankYou, endings = [] }: PublicForm, id: unknown): End =>
  endings.find(end => end.id === id) ?? thankYou ?? {};

/** Returns the redirect from a former address to the current one. Temporary, because another form may get it one day. */
function redirectFrom(part: string, known: StoredForm | undefined, query: Readonly<Record<string, unknown>>) {
  if (!known) return undefined;
  const { id, slug = id } = known.form;
  if (part === id || part === slug) return undefined;
  const all = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const search = all.length > 0 ? `?${new URLSearchParams(all)}` : '';
  return new Reply(undefined, { status: 302, headers: { location: `${slug}${search}` } });
}
