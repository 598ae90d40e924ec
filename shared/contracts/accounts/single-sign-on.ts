import type { Contract } from '../contract.ts';
import { reads, updates } from '../operations.ts';
import { object, record, timestamp } from '../records.ts';
import { organizationPath } from './organizations.ts';

const providerId = { type: 'string', description: 'The ID of a provider, as configured in the deployment.' } as const;

/** One function has the whole way of a sign-in, and the secrets that it takes. */
const ofSignIn = {
  method: 'GET',
  transport: { page: true },
  auth: [],
  grants: [
    'table:write',
    'accounts:keys',
    'accounts:sessions',
    'accounts:users',
    'accounts:organizations',
    'accounts:providers',
    'accounts:mails',
    'providers:ask',
    'hashKey:open',
  ],
  audited: 'user.signed_in_by_provider',
  rateShare: 0.02,
  status: 303,
  params: record({ provider: providerId }),
} as const;

export const beginSingleSignOn = {
  ...ofSignIn,
  path: '/auth/oidc/{provider}',
  summary: 'Sign in with an OpenID Connect provider',
  description:
    'For browsers. Redirects to the provider, and keeps the sign-in in a cookie for ten minutes. The dashboard has a button for each provider.',
  query: object([], {
    next: {
      type: 'string',
      description: 'The dashboard page to show afterwards. Default: `/forms`.',
    },
  }),
} as const satisfies Contract;

export const completeSingleSignOn = {
  ...ofSignIn,
  path: '/auth/oidc/{provider}/callback',
  servedBy: 'beginSingleSignOn',
  urlHoldsSecret: true,
  summary: 'Return from a provider',
  description:
    'The redirect URI of the deployment’s client at the provider. Starts a dashboard session if the provider has verified an address at a domain that one of the account’s organizations accepts. Creates an account if such an organization accepts new members. For the setup, see `docs/single-sign-on.md`.',
} as const satisfies Contract;

const settings = {
  domains: {
    type: 'array',
    maxItems: 20,
    uniqueItems: true,
    items: { type: 'string', maxLength: 253 },
    description: 'The domains whose addresses may sign in, from `available`. Empty: nobody signs in with a provider.',
  },
  defaultRole: {
    enum: ['viewer', 'editor', 'admin'],
    description: 'The role of new members. Without it, only members and invited people can sign in.',
  },
  required: {
    type: 'boolean',
    description:
      'Whether password sign-ins are refused with `single_sign_on_required`, except for owners. Keys are not affected.',
  },
} as const;

const singleSignOn = record({
  ...settings,
  defaultRole: { ...settings.defaultRole, enum: [...settings.defaultRole.enum, null] },
  available: {
    type: 'array',
    description: 'The domains that the deployment’s operator has made available to this organization.',
    items: record({
      domain: { type: 'string' },
      provider: record({ id: { type: 'string' }, name: { type: 'string' } }),
    }),
  },
  updatedAt: { ...timestamp, description: 'When the organization last changed.' },
});

export const getSingleSignOn = {
  ...reads,
  role: 'admin',
  path: '/organizations/{orgId}/single-sign-on',
  summary: 'Get the sign-in settings of an organization',
  scope: 'organization',
  grants: ['table:read', 'providers:know'],
  params: organizationPath,
  response: singleSignOn,
} as const satisfies Contract;

export const updateSingleSignOn = {
  ...updates('owner'),
  auth: ['session'],
  path: '/organizations/{orgId}/single-sign-on',
  grants: ['table:write', 'accounts:organizations', 'providers:know'],
  summary: 'Update the sign-in settings of an organization',
  description:
    'Requires an owner. To require single sign-on, or to change the domains while it is required, sign in with one of the domains yourself first (409 otherwise), so a wrong setup locks nobody out. Takes effect with the next request of each session.',
  scope: 'organization',
  audited: 'organization.single_sign_on_changed',
  conflicts: true,
  params: organizationPath,
  patches: { responseOnly: ['available', 'updatedAt'] },
  body: object(['domains', 'required'], settings),
  response: singleSignOn,
} as const satisfies Contract;

export const singleSignOnOperations = {
  beginSingleSignOn,
  completeSingleSignOn,
  getSingleSignOn,
  updateSingleSignOn,
} as const;
