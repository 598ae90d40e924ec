import { byIncomingWebhook } from '../../domain/receivers/integration-kind.ts';

/** The hosts of Power Automate, including those of flows created before November 2025. */
const host = /^(?:[\w-]+\.)+(?:api\.powerplatform\.com|logic\.azure\.com)$/;
const path = /^\/(?:powerautomate\/automations\/direct\/)?workflows\/[\w-]+\/triggers\/[\w-]+\/(?:paths\/)?invoke$/;

/** https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using */
export const teams = byIncomingWebhook('teams', {
  name: 'a Teams workflow “When a Teams webhook request is received”',
  example:
    'https://….api.powerplatform.com/powerautomate/automations/direct/workflows/…/triggers/manual/paths/invoke?…',
  matches: text => {
    if (!URL.canParse(text)) return false;
    const { origin, hostname, pathname, searchParams, username } = new URL(text);
    const isFlow = host.test(hostname) && path.test(pathname) && searchParams.has('sig');
    return isFlow && origin === `https://${hostname}` && username === '';
  },
});
