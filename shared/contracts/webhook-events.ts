/** The events that a webhook may subscribe to, in the order in which the dashboard lists them. */
export const webhookEvents = [
  'response.created',
  'response.updated',
  'response.erased',
  'event.view',
  'event.focus',
  'event.abandon',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** Whether an event is about a response that may be read, so that it can have answers. */
export const mayHaveAnswers = (event: WebhookEvent): boolean =>
  event === 'response.created' || event === 'response.updated';
