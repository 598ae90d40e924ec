import { addressConfirmations } from './accounts/address-confirmations.ts';
import { apiKeys } from './accounts/api-keys.ts';
import { audit } from './accounts/audit.ts';
import { auth } from './accounts/auth.ts';
import { environments } from './accounts/environments.ts';
import { invitations } from './accounts/invitations.ts';
import { organizations } from './accounts/organizations.ts';
import { passwordResets } from './accounts/password-resets.ts';
import { sessions } from './accounts/sessions.ts';
import { singleSignOnOperations } from './accounts/single-sign-on.ts';
import { twoFactor } from './accounts/two-factor.ts';
import { users } from './accounts/users.ts';
import type { Contracts } from './contract.ts';
import { archives } from './forms/archives.ts';
import { challenges } from './forms/challenges.ts';
import { consentTexts } from './forms/consent-texts.ts';
import { forms } from './forms/forms.ts';
import { images } from './forms/images.ts';
import { formImports } from './forms/imports.ts';
import { sealing } from './forms/sealing.ts';
import { templates } from './forms/templates.ts';
import { versions } from './forms/versions.ts';
import { integrations } from './receivers/integrations.ts';
import { webhooks } from './receivers/webhooks.ts';
import { analytics } from './responses/analytics.ts';
import { dataSubjects } from './responses/data-subjects.ts';
import { drafts } from './responses/drafts.ts';
import { events } from './responses/events.ts';
import { responseExports } from './responses/exports.ts';
import { responseImports } from './responses/imports.ts';
import { responses } from './responses/responses.ts';
import { submissions } from './responses/submissions.ts';
import { summaries } from './responses/summaries.ts';
import { timelines } from './responses/timelines.ts';
import { uploads } from './responses/uploads.ts';
import { views } from './responses/views.ts';
import { hostedPages } from './web/hosted-page.ts';
import { mailLinks } from './web/mail-links.ts';
import { site } from './web/site.ts';

/** The operations by subject, one for each folder. A deployment has the functions of a subject in one stack. */
export const subjects = {
  forms: {
    ...forms,
    ...challenges,
    ...archives,
    ...formImports,
    ...images,
    ...templates,
    ...sealing,
    ...consentTexts,
    ...versions,
  },
  responses: {
    ...submissions,
    ...drafts,
    ...events,
    ...responses,
    ...timelines,
    ...responseImports,
    ...uploads,
    ...dataSubjects,
    ...responseExports,
    ...analytics,
    ...summaries,
    ...views,
  },
  receivers: { ...webhooks, ...integrations },
  accounts: {
    ...auth,
    ...sessions,
    ...singleSignOnOperations,
    ...twoFactor,
    ...apiKeys,
    ...audit,
    ...users,
    ...passwordResets,
    ...organizations,
    ...invitations,
    ...environments,
    ...addressConfirmations,
  },
  web: { ...site, ...hostedPages, ...mailLinks },
} as const satisfies Readonly<Record<string, Contracts>>;

/** Every operation by its name. A handler imports its own contract instead, so that it redeploys only with that. */
export const api = {
  ...forms,
  ...challenges,
  ...archives,
  ...formImports,
  ...images,
  ...submissions,
  ...drafts,
  ...events,
  ...responses,
  ...timelines,
  ...responseImports,
  ...uploads,
  ...dataSubjects,
  ...responseExports,
  ...webhooks,
  ...templates,
  ...integrations,
  ...analytics,
  ...summaries,
  ...views,
  ...auth,
  ...sessions,
  ...singleSignOnOperations,
  ...twoFactor,
  ...apiKeys,
  ...audit,
  ...users,
  ...addressConfirmations,
  ...passwordResets,
  ...organizations,
  ...invitations,
  ...environments,
  ...sealing,
  ...consentTexts,
  ...versions,
  ...site,
  ...hostedPages,
  ...mailLinks,
} as const satisfies Contracts;
