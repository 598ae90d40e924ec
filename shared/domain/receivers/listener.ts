import { dayMs } from '../../durations.ts';

/** `listen:` and who listens: `listen:ada@laptop`. Nothing is sent there; `formline listen` reads the deliveries. */
const listenerUrl = /^listen:[A-Za-z0-9._@-]{1,100}$/;

export const isListener = (url: string): boolean => listenerUrl.test(url);

/** Whether a listener has ended. One that was killed cannot delete its webhook. */
export const hasStoppedListening = (createdAt: string, now: number): boolean => now - Date.parse(createdAt) > dayMs;
