import { randomUUID } from 'node:crypto';
import styles from '../../../web/pages/page.css';
import { consentsName } from '../../domain/fields/field.ts';
import { type PublicForm, publicForm } from '../../domain/forms/public-form.ts';
import { type OwnerBucket, ownerBucketOf } from '../../domain/forms/storage.ts';
import { contentPolicyOf } from '../../domain/pages/content-policy.ts';
import { type HostedForm, type Notice, noticePage, type Surroundings } from '../../domain/pages/hosted-page.ts';
import { type PageTexts, textsOf, wordingOf } from '../../domain/pages/texts.ts';
import { styleOf } from '../../domain/pages/theme-style.ts';
import type { StoredForm } from '../../store/forms/forms.ts';
import { ticketOf } from '../../store/forms/tickets.ts';
import { isFormFull, leftByField, type Places } from '../../store/responses/places.ts';
import type { Reply } from '../reply.ts';
import { pageReply } from './page-endpoint.ts';

type PageRequest = {
  readonly formId: string;
  readonly baseUrl: string;
  /** The language as BCP 47. */
  readonly language: unknown;
  readonly embedded: boolean;
  /** The places of a form with limits. */
  readonly places?: Places;
  /** Whether the form's captcha is enforced. */
  readonly captchaEnforced?: boolean;
};

/** A visit to a form's page, all in one language. */
export type Visit = PageRequest & {
  /** The form, if it exists. */
  readonly found: { readonly stored: StoredForm; readonly schema: PublicForm } | undefined;
  readonly language: string;
  readonly texts: PageTexts;
};

const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/** Returns the visit in the requested language, or in the form's own if it lacks that one. */
export function visitOf(stored: StoredForm | undefined, asked: PageRequest): Visit {
  const wanted = languageTag.test(String(asked.language)) ? String(asked.language) : undefined;
  const found = stored && { stored, schema: schemaOf(stored, wanted, asked) };
  const language = found?.schema.language ?? wanted ?? 'en';
  return { ...asked, found, language, texts: textsOf(language) };
}

function schemaOf(stored: StoredForm, language: string | undefined, { places, captchaEnforced }: PageRequest) {
  const ticket = ticketOf(stored, Date.now());
  const left = leftByField(stored.form, places);
  return publicForm(stored.form, language, { isFull: isFormFull(places), left, ticket, captchaEnforced });
}

export type VisitOfForm = Visit & { readonly found: NonNullable<Visit['found']> };

export const isFound = (visit: Visit): visit is VisitOfForm => visit.found !== undefined;

/** Returns all styles of a form's page, so that it waits for no other request. */
const styleSheetOf = ({ theme }: PublicForm): string => styles + (styleOf(theme) ?? '');

/** Returns the preview for networks. The cover is the picture of a form without another one. */
function cardOf({ found, baseUrl }: Visit): Surroundings['card'] {
  const { hostedPage, theme } = found?.stored.form ?? {};
  return theme?.cover ? { imageUrl: `${baseUrl}/images/${theme.cover.image}`, ...hostedPage } : hostedPage;
}

function surroundingsOf(visit: Visit, title: string): Surroundings {
  const { found, language, embedded, baseUrl, formId } = visit;
  const { slug = formId, status, hostedPage } = found?.stored.form ?? {};
  return {
    title,
    language,
    theme: found?.schema.ui?.theme,
    ...(found && { style: styleSheetOf(found.schema) }),
    embedded,
    indexed: hostedPage?.indexed === true,
    address: `${baseUrl}/f/${slug}`,
    ...(status !== 'draft' && { card: cardOf(visit), pictures: found?.schema.theme }),
  };
}

/** Returns the content of a form's page, which submits with this key. */
export function hostedFormOf(visit: VisitOfForm, key: string): HostedForm {
  const { found, language, texts, embedded } = visit;
  const { schema } = found;
  const { honeypot, ...others } = schema.spamProtection ?? {};
  const { captcha, proofOfWork } = others;
  const needsScript = proofOfWork !== undefined || (captcha !== undefined && captcha.enforced !== false);
  const consents = schema.fields.flatMap(({ consentId }) => consentId ?? []);
  const query = { key, lang: language, ...(embedded && { embed: '1' }) };
  return {
    ...surroundingsOf(visit, schema.title),
    id: schema.id,
    key,
    schema,
    plain: {
      fields: schema.fields,
      action: `?${new URLSearchParams(query)}`,
      // Makes it one submission, however often it is sent.
      hidden: {
        _token: randomUUID(),
        ...(others.ticket !== undefined && { _ticket: others.ticket }),
        ...(consents.length > 0 && { [consentsName]: consents.join(' ') }),
      },
      honeypot: honeypot?.fieldName,
      buttonText: schema.theme?.buttonText,
      welcome: schema.welcome?.text,
      texts,
      words: { texts: wordingOf(language), lang: language },
    },
    needsScript: needsScript ? texts.needsScript : undefined,
  };
}

type HostedFormOptions = {
  readonly status?: number;
  /** Whether caches may keep the page as its contract says. Otherwise nobody keeps it. */
  readonly isShared?: boolean;
};

/** Returns a page of this form with the form's own policy. */
export async function hostedReply(
  { found }: VisitOfForm,
  page: string,
  { status = 200, isShared = false }: HostedFormOptions = {},
): Promise<Reply> {
  const { stored, schema } = found;
  const { form, environmentId } = stored;
  const hasFiles = form.fields.some(({ type }) => type === 'file');
  const uploads = hasFiles
    ? await uploadsOf({ environmentId, formId: form.id, storage: ownerBucketOf(form) })
    : undefined;
  const policy = contentPolicyOf(form, {
    uploads,
    redirectUrls: [schema.thankYou, ...(schema.endings ?? [])].flatMap(end => end?.redirectUrl ?? []),
    style: styleSheetOf(schema),
  });
  const robots = form.hostedPage?.indexed ? 'all' : 'noindex';
  const headers = { 'content-security-policy': policy, 'x-robots-tag': robots };
  return pageReply(page, { status, headers: isShared ? headers : { ...headers, ...keptByNobody } });
}

const keptByNobody = { 'cache-control': 'no-store' };

async function uploadsOf(place: { environmentId: string; formId: string; storage?: OwnerBucket }): Promise<string> {
  const { uploadOrigin } = await import('../../aws/s3/file-urls.ts');
  return uploadOrigin({ ...place, fileId: 'any' });
}

export type StatusNotice = { readonly status: number; readonly notice: Notice };

export const unknownNotice = ({ texts }: Visit): StatusNotice => ({
  status: 404,
  notice: { title: texts.unknownTitle, text: texts.unknown },
});

/** Returns why there is no form to fill in, or undefined when there is. */
export function noticeOf(visit: Visit): StatusNotice | undefined {
  const { found, texts } = visit;
  if (!found) return unknownNotice(visit);
  const { closed } = found.schema;
  if (found.stored.form.status === 'draft')
    return { status: 403, notice: { title: texts.draftTitle, text: texts.draft } };
  if (closed) return closedNotice(texts, closed.message);
  return undefined;
}

export const closedNotice = (texts: PageTexts, message = texts.closed): StatusNotice => ({
  status: 403,
  notice: { title: texts.closedTitle, text: message },
});

/** Returns a page with a single notice, under the form's title if that may be shown. */
export async function noticeReply(visit: Visit, { status, notice }: StatusNotice): Promise<Reply> {
  const { found } = visit;
  const title = found && found.stored.form.status !== 'draft' ? found.schema.title : notice.title;
  const page = noticePage(surroundingsOf(visit, title), notice);
  if (isFound(visit)) return hostedReply(visit, page, { status });
  return pageReply(page, { status, headers: { 'x-robots-tag': 'noindex', ...keptByNobody } });
}
