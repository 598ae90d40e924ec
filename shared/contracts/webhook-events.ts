/** The events that a webhook may subscribe to, in the order in which the dashboard lists them. */
export const webhookEvents = [
  'response.created',
  'response.updated',
  'event.view',
  'event.focus',
  'event.abandon',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];
