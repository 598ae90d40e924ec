import { byIncomingWebhook } from '../../domain/receivers/integration-kind.ts';

const url = /^https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{10,25}\/[\w-]{20,200}$/;

/** https://discord.com/developers/docs/resources/webhook */
export const discord = byIncomingWebhook('discord', {
  name: 'a Discord webhook',
  example: 'https://discord.com/api/webhooks/…/…',
  matches: text => url.test(text),
});
