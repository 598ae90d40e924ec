import type { Contract } from '../contract.ts';
import { reads, updates } from '../operations.ts';
import { object, record, timestamp } from '../records.ts';
import { organizationPath } from './organizations.ts';

const providerId = { type: 'string', description: 'The id of a provider, as the deployment has set it.' } as const;

/** One function has the whole way of a sign-in, and the secrets that it takes. */
const ofSignIn = {
  method: 'GET',
  page: true,
  auth: [],
  owns: ['keys', 'sessions', 'users', 'organizations', 'providers', 'mails'],
  providers: 'ask',
  audited: 'user.signed_in_by_provider',
  table: 'write',
  rateShare: 0.02,
  status: 303,
  params: record({ provider: providerId }),
} as const;

export const beginSingleSignOn = {
  ...ofSignIn,
  path: '/auth/oidc/{provider}',
  summary: 'Sign in by a provider of OpenID Connect',
  description:
    'For browsers: leads to the page of the provider, and remembers in a cookie, for ten minutes, what this sign-in is known by. The dashboard has a button for each provider.',
  query: object([], {
    next: {
      type: 'string',
      description: 'The page of the dashboard to show afterwards: `/forms`, which is the default.',
    },
  }),
} as const satisfies Contract;

export const completeSingleSignOn = {
  ...ofSignIn,
  path: '/auth/oidc/{provider}/callback',
  servedBy: 'beginSingleSignOn',
  urlHoldsSecret: true,
  summary: 'Come back from a provider',
  description:
    'The redirect URI of the deployment’s client at the provider. Begins a session in the cookie of the dashboard for the account of whoever signed in, where the provider vouches for an address of a domain that one of the account’s organizations takes; makes an account where such an organization takes somebody new. How it is set up: `docs/single-sign-on.md`.',
} as const satisfies Contract;

const settings = {
  domains: {
    type: 'array',
    maxItems: 20,
    uniqueItems: true,
    items: { type: 'string', maxLength: 253 },
    description: 'Whose addresses sign in: some of `available`. Empty: nobody signs in by a provider.',
  },
  defaultRole: {
    enum: ['viewer', 'editor', 'admin'],
    description: 'What somebody new becomes. Without it, only who is invited, or a member already, signs in.',
  },
  required: {
    type: 'boolean',
    description:
      'Whether nobody but owners enters by a password: sessions of other members that began so are refused with `single_sign_on_required`. Keys go on.',
  },
} as const;

const singleSignOn = record({
  ...settings,
  defaultRole: { ...settings.defaultRole, enum: [...settings.defaultRole.enum, null] },
  available: {
    type: 'array',
    description: 'What the operator of the deployment lets this organization choose among.',
    items: record({
      domain: { type: 'string' },
      provider: record({ id: { type: 'string' }, name: { type: 'string' } }),
    }),
  },
  updatedAt: { ...timestamp, description: 'Of the organization.' },
});

export const getSingleSignOn = {
  ...reads,
  role: 'admin',
  path: '/organizations/{orgId}/single-sign-on',
  summary: 'Get how people sign in to an organization',
  scope: 'organization',
  providers: 'know',
  params: organizationPath,
  response: singleSignOn,
} as const satisfies Contract;

export const updateSingleSignOn = {
  ...updates('owner'),
  auth: ['session'],
  path: '/organizations/{orgId}/single-sign-on',
  owns: ['organizations'],
  summary: 'Change how people sign in to an organization',
  description:
    'By an owner. Only somebody who has signed in by one of its domains themself can require that of others, or change the domains while it is required (409 otherwise), so that a provider that is set wrong keeps nobody out. It takes effect with the next request of each session.',
  scope: 'organization',
  providers: 'know',
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
