import type { Contract, Contracts } from '../contract.ts';
import { api } from '../index.ts';
import { environmentName, role, webhookEvent } from '../records.ts';
import { errorSchema } from './errors.ts';

const { createForm, getPublicForm, createTemplate, listResponses, createSubmission, getAnalytics, getFormAnalytics } =
  api;
const { properties: form } = createForm.body;
const { properties: fieldOfForm } = form.fields.items;
const { properties: response } = listResponses.response.properties.items.items;
const { properties: delivery } = api.getDelivery.response;

/** Parts that several records share, and records that no operation is named after. */
const parts: Readonly<Record<string, object>> = {
  EnvironmentName: environmentName,
  Role: role,
  WebhookEvent: webhookEvent,
  Field: form.fields.items,
  FieldType: fieldOfForm.type,
  FieldRules: fieldOfForm.validate,
  Option: fieldOfForm.options.items,
  Choice: fieldOfForm.rows.items,
  PublicField: getPublicForm.response.properties.fields.items,
  FormStatus: form.status,
  FormStorage: form.storage,
  FormUi: form.ui,
  FormTheme: form.theme,
  FormRetention: form.retention,
  FormLimits: form.limits,
  HostedPageSettings: form.hostedPage,
  ThankYou: form.thankYou,
  Ending: form.endings.items,
  Welcome: form.welcome,
  PrivacyNotice: form.privacy,
  FormTexts: form.texts.additionalProperties,
  SpamProtection: form.spamProtection,
  StoredForm: createForm.response,
  TemplateForm: createTemplate.body.properties.form,
  Submission: createSubmission.response,
  ResponseStatus: response.status,
  Answer: response.answers.additionalProperties,
  ResponseMeta: response.meta,
  ResponseFile: response.files.additionalProperties.items,
  Note: response.notes.items,
  Spam: response.spam,
  AnswerFault: createSubmission.response.properties.warnings.items,
  FormEvent: api.createEvents.body,
  DataSubject: api.exportDataSubject.body,
  NewDataSubjectRequest: api.exportDataSubject.response,
  DataSubjectParts: api.exportDataSubject.response.properties.environments,
  DataSubjectHits: api.exportDataSubject.response.properties.hits,
  DataSubjectPending: api.exportDataSubject.response.properties.pending,
  DataSubjectDisclosures: api.exportDataSubject.response.properties.disclosedTo,
  DataSubjectExceptions: api.exportDataSubject.response.properties.except,
  DeliveryStatus: delivery.status,
  DeliveryEvent: delivery.event,
  DeliveryAttempt: delivery.attempts.items,
  WebhookWithSecret: api.createWebhook.response,
  ApiKey: api.listApiKeys.response.properties.items.items,
  ApiKeyWithSecret: api.createApiKey.response,
  AuditEvent: api.listAuditEvents.response.properties.items.items,
  Environment: api.createEnvironment.response,
  Member: api.addMember.response,
  OpenInvitation: api.listInvitations.response.properties.items.items,
  NewInvitation: api.createInvitation.response,
  Archive: api.listArchives.response.properties.items.items,
  ReportPeriod: getAnalytics.response.properties.period,
  ReportTotals: getAnalytics.response.properties.totals,
  ReportRates: getAnalytics.response.properties.rates,
  FieldMetric: getFormAnalytics.response.properties.fields.items,
  Error: errorSchema,
  ErrorCode: errorSchema.properties.code,
  Fault: errorSchema.properties.details.items,
};

/**
 * The schemas that the document has under names, so that generators make one type of each: those above, what `getForm`
 * answers as `Form`, and what `listForms` does as `FormsPage`.
 */
export function namedSchemas(contracts: Contracts): ReadonlyMap<string, object> {
  const answers = Object.entries(contracts).flatMap(([operation, contract]) => answerOf(operation, contract));
  return new Map([...answers, ...Object.entries(parts)]);
}

function answerOf(operation: string, { response }: Contract): [string, object][] {
  const [, verb, name] = /^(get|list)([A-Z]\w*)$/.exec(operation) ?? [];
  if (!response?.properties || name === undefined) return [];
  return [[verb === 'list' ? `${name}Page` : name, response]];
}
