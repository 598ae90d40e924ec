import type { Contracts } from './contract.ts';
import * as environments from './environments.ts';
import * as forms from './forms.ts';
import * as organizations from './organizations.ts';
import * as responses from './responses.ts';
import * as submissions from './submissions.ts';
import * as users from './users.ts';
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
