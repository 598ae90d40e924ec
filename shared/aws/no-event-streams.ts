/**
 * Replaces `@smithy/core/event-streams` in the bundles: every client refers to it, for operations that stream
 * events, which none of those in use do. It would be 20 KB of each bundle.
 */
export const resolveEventStreamSerdeConfig = <T>(config: T): T => config;

export function eventStreamSerdeProvider(): never {
  throw new Error('A bundle holds nothing for operations of AWS that stream events');
}
