/**
 * Replaces `@smithy/core/event-streams` in the bundles. Every client refers to it for operations that stream events,
 * which we do not use. It would add 20 KB to each bundle.
 */
export const resolveEventStreamSerdeConfig = <T>(config: T): T => config;

export function eventStreamSerdeProvider(): never {
  throw new Error('A bundle holds nothing for operations of AWS that stream events');
}
