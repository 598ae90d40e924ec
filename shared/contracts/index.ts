import * as apiKeys from './accounts/api-keys.ts';
import * as audit from './accounts/audit.ts';
import * as auth from './accounts/auth.ts';
import * as environments from './accounts/environments.ts';
import * as organizations from './accounts/organizations.ts';
import * as users from './accounts/users.ts';
import type { Contracts } from './contract.ts';
import * as forms from './forms/forms.ts';
import * as templates from './forms/templates.ts';
import * as integrations from './receivers/integrations.ts';
import * as webhooks from './receivers/webhooks.ts';
import * as analytics from './responses/analytics.ts';
import * as events from './responses/events.ts';
import * as responses from './responses/responses.ts';
import * as submissions from './responses/submissions.ts';
import * as uploads from './responses/uploads.ts';

/** Every operation by its name. A handler imports its own contract instead, so that it redeploys only with that. */
export const api = {
  createForm: forms.createForm,
  listForms: forms.listForms,
  getForm: forms.getForm,
  getPublicForm: forms.getPublicForm,
  updateForm: forms.updateForm,
  deleteForm: forms.deleteForm,
  createSubmission: submissions.createSubmission,
  createEvents: events.createEvents,
  listResponses: responses.listResponses,
  getResponse: responses.getResponse,
  updateResponse: responses.updateResponse,
  deleteResponse: responses.deleteResponse,
  signUpload: uploads.signUpload,
  getFile: uploads.getFile,
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
  createTemplate: templates.createTemplate,
  listTemplates: templates.listTemplates,
  getTemplate: templates.getTemplate,
  updateTemplate: templates.updateTemplate,
  deleteTemplate: templates.deleteTemplate,
  createIntegration: integrations.createIntegration,
  listIntegrations: integrations.listIntegrations,
  getIntegration: integrations.getIntegration,
  updateIntegration: integrations.updateIntegration,
  deleteIntegration: integrations.deleteIntegration,
  testIntegration: integrations.testIntegration,
  listIntegrationDeliveries: integrations.listIntegrationDeliveries,
  getIntegrationDelivery: integrations.getIntegrationDelivery,
  retryIntegrationDelivery: integrations.retryIntegrationDelivery,
  redriveIntegration: integrations.redriveIntegration,
  getAnalytics: analytics.getAnalytics,
  getFormAnalytics: analytics.getFormAnalytics,
  getTrends: analytics.getTrends,
  getDropoffs: analytics.getDropoffs,
  getFieldAnalytics: analytics.getFieldAnalytics,
  exportFormAnalytics: analytics.exportFormAnalytics,
  login: auth.login,
  logout: auth.logout,
  getMe: auth.getMe,
  createApiKey: apiKeys.createApiKey,
  listApiKeys: apiKeys.listApiKeys,
  rotateApiKey: apiKeys.rotateApiKey,
  deleteApiKey: apiKeys.deleteApiKey,
  listAuditEvents: audit.listAuditEvents,
  createUser: users.createUser,
  listUsers: users.listUsers,
  getUser: users.getUser,
  updateUser: users.updateUser,
  deleteUser: users.deleteUser,
  createOrganization: organizations.createOrganization,
  listOrganizations: organizations.listOrganizations,
  getOrganization: organizations.getOrganization,
  updateOrganization: organizations.updateOrganization,
  deleteOrganization: organizations.deleteOrganization,
  addMember: organizations.addMember,
  listMembers: organizations.listMembers,
  updateMemberRole: organizations.updateMemberRole,
  removeMember: organizations.removeMember,
  createEnvironment: environments.createEnvironment,
  listEnvironments: environments.listEnvironments,
} as const satisfies Contracts;
