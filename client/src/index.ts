export type * from './api.ts';
export { ConnectionError, FormlineError } from './errors.ts';
export {
  type Answer as AnswerOf,
  type CallArguments,
  Formline,
  type FormlineOptions,
  type ItemOf,
  type ListOperation,
} from './formline.ts';
export type { CallOptions, Operation } from './requests.ts';
export type { Responses, ResponsesPageOf, ResponsesQuery, ResponseWith } from './responses.ts';
export { type SubmitOptions, submit, type Upload, upload } from './submissions.ts';
export { verifyWebhook, type WebhookRequest } from './webhooks.ts';
