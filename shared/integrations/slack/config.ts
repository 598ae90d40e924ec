import { byIncomingWebhook } from '../../domain/receivers/integration-kind.ts';

const url = /^https:\/\/hooks\.slack\.com\/services\/\w+\/\w+\/\w+$/;

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slack = byIncomingWebhook('slack', {
  name: 'a Slack incoming webhook',
  example: 'https://hooks.slack.com/services/T…/B…/…',
  matches: text => url.test(text),
});
