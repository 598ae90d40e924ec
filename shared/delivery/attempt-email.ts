import type { Mail } from '../domain/mails/mail.ts';
import { type MailContent, mailOf } from '../domain/mails/mail-layout.ts';
import { mailToken, unsubscribeHeaders } from '../domain/mails/mail-token.ts';
import { isMailable } from '../domain/mails/mailbox.ts';
import { contentOf, type IntegrationContent } from '../domain/receivers/integration-content.ts';
import { digestMail, listedMax, responseMail } from '../domain/receivers/response-mail.ts';
import { type Delivery, isDigest } from '../domain/receivers/webhook.ts';
import { sendsMail } from '../env.ts';
import { responseAddress } from '../ids.ts';
import { sendToEach } from '../integrations/email/send-mails.ts';
import { getForms, type StoredForm } from '../store/forms/forms.ts';
import { readDigest } from '../store/receivers/digests.ts';
import type { StoredIntegration } from '../store/receivers/integrations.ts';
import { addressOf } from '../store/receivers/receivers.ts';
import { type Reachable, reachableRecipients } from '../store/receivers/recipients.ts';
import { getResponse } from '../store/responses/responses.ts';
import { showResponse } from '../store/responses/sealed-answers.ts';
import { contentFor } from './attempt-integration.ts';
import type { DeliveryOutcome } from './attempt-record.ts';

/** The content of a mail, the same for every recipient. */
type Said = { readonly content: Omit<MailContent, 'footer'>; readonly replyTo?: string | undefined };

/**
 * Sends a mail about a response, or about those of a digest, to each recipient separately. Returns undefined when
 * nothing is left to report.
 */
export async function attemptEmail(
  stored: StoredIntegration,
  delivery: Delivery,
  form: StoredForm | undefined,
  deadlineMs: number,
): Promise<DeliveryOutcome | undefined> {
  if (!sendsMail()) {
    const error = 'MAIL_FROM is not set: the deployment sends no mail';
    return { succeeded: false, error, latencyMs: 0, refused: true };
  }
  const said = isDigest(delivery) ? await digestOf(stored, delivery) : await responseOf(stored, delivery, form);
  if (!said) return undefined;
  const startedAt = performance.now();
  const passed = () => Math.round(performance.now() - startedAt);
  const { told = [] } = delivery;
  const all = await reachableRecipients(stored.organizationId, stored.integration.config.recipients ?? []);
  if (all.length === 0) {
    const error = 'no recipient can be written to: see `recipientStatus` of the integration';
    return { succeeded: false, error, latencyMs: passed(), cancelled: true };
  }
  const sent = await sendToEach(
    all.filter(({ recipient }) => !told.includes(recipient)),
    recipient => mailTo(recipient, stored, said),
    () => passed() < deadlineMs,
  );
  return { ...sent, latencyMs: passed(), ...(!sent.succeeded && { told: [...told, ...sent.told] }) };
}

function mailTo(to: Reachable, { organizationId, baseUrl = '' }: StoredIntegration, { content, replyTo }: Said): Mail {
  const { recipient: _, address, unsubscribe } = to;
  const url = unsubscribe && `${baseUrl}/mails/${mailToken({ act: 'unsubscribe', organizationId, ...unsubscribe })}`;
  const footer = url
    ? 'You have confirmed that these mails may come to this address.'
    : 'You get this as a member of the organization whose form it is. Its admins choose who does, under Integrations.';
  return {
    to: address,
    ...(replyTo !== undefined && { replyTo }),
    ...mailOf({ ...content, footer, ...(url && { ending: { label: 'End these mails', url } }) }),
    headers: { 'Auto-Submitted': 'auto-generated', ...(url && unsubscribeHeaders(url)) },
  };
}

async function responseOf(
  stored: StoredIntegration,
  delivery: Delivery,
  form: StoredForm | undefined,
): Promise<Said | undefined> {
  const content = await contentFor(stored, delivery, form);
  if (!content) return undefined;
  const { config } = stored.integration;
  const place = delivery.test ? '/integrations' : `/forms/${delivery.event.formId}/responses/${content.responseId}`;
  const about = {
    url: dashboardLink(stored, place),
    timeZone: config.timeZone,
    withAnswers: config.includeAnswers === true,
  };
  return { content: responseMail(content, about), replyTo: form && replyToOf(content, form, config.replyToField) };
}

/** Returns the respondent’s address, if it may be shown. */
function replyToOf(
  { entries }: IntegrationContent,
  { form }: StoredForm,
  wanted: string | undefined,
): string | undefined {
  const emails = new Set(form.fields.filter(({ type }) => type === 'email').map(({ id }) => id));
  const answers = entries.filter(({ id }) => (wanted === undefined ? emails.has(id) : id === wanted));
  return answers.map(({ answer }) => String(answer)).find(isMailable);
}

async function digestOf(stored: StoredIntegration, { digest: end = '' }: Delivery): Promise<Said | undefined> {
  const { formId, config } = stored.integration;
  const { responseIds, count, isAll } = await readDigest(addressOf(stored), end, listedMax);
  const listed = await contentsOf(responseIds, config.includePersonalData);
  // Don't count responses that were deleted or moved to spam since.
  const counted = { count: count > listedMax ? count : listed.length, isAll };
  if (counted.count === 0) return undefined;
  return {
    content: digestMail(listed, counted, {
      url: dashboardLink(stored, formId === null ? '/forms' : `/forms/${formId}/responses`),
      timeZone: config.timeZone,
      withAnswers: config.includeAnswers === true,
      end,
    }),
  };
}

async function contentsOf(responseIds: readonly string[], personal: boolean): Promise<IntegrationContent[]> {
  const formIds = responseIds.flatMap(id => responseAddress(id)?.formId ?? []);
  const forms = await getForms(formIds);
  const contents = await Promise.all(
    responseIds.map(async (id, index) => {
      const form = forms.get(formIds[index] ?? '');
      const read = form && (await getResponse(id, form));
      return read && contentOf(form.form, await showResponse(form, read.response, 'limited'), { personal });
    }),
  );
  return contents.filter(content => content !== undefined);
}

/** Returns a link to a page of the dashboard, in an integration's organization and environment. */
function dashboardLink({ baseUrl = '', organizationId, integration }: StoredIntegration, path: string): string {
  return `${baseUrl}/app${path}?${new URLSearchParams({ organization: organizationId, environment: integration.environment })}`;
}
