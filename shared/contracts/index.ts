import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import type { Contracts } from './contract.ts';
import * as forms from './forms.ts';
import * as responses from './responses.ts';
import * as submissions from './submissions.ts';
import * as webhooks from './webhooks.ts';

/** Every operation by its name. A handler imports its own contract instead, so that it redeploys only with that. */
export const api = {
  createForm: forms.createForm,
  listForms: forms.listForms,
  getForm: forms.getForm,
  getPublicForm: forms.getPublicForm,
  updateForm: forms.updateForm,
  deleteForm: forms.deleteForm,
  createSubmission: submissions.createSubmission,
  listResponses: responses.listResponses,
  getResponse: responses.getResponse,
  updateResponse: responses.updateResponse,
  deleteResponse: responses.deleteResponse,
  createWebhook: webhooks.createWebhook,
  listWebhooks: webhooks.listWebhooks,
  getWebhook: webhooks.getWebhook,
  updateWebhook: webhooks.updateWebhook,
  deleteWebhook: webhooks.deleteWebhook,
  rotateWebhookSecret: webhooks.rotateWebhookSecret,
  testWebhook: webhooks.testWebhook,
  listDeliveries: webhooks.listDeliveries,
  getDelivery: webhooks.getDelivery,
  retryDelivery: webhooks.retryDelivery,
  redriveWebhook: webhooks.redriveWebhook,
  login: auth.login,
  logout: auth.logout,
  getMe: auth.getMe,
  createApiKey: apiKeys.createApiKey,
  listApiKeys: apiKeys.listApiKeys,
  rotateApiKey: apiKeys.rotateApiKey,
  deleteApiKey: apiKeys.deleteApiKey,
  listAuditEvents: audit.listAuditEvents,
} as const satisfies Contracts;
