import type { ApiStack } from '../api-stack.ts';
import type { DataStack } from '../data-stack.ts';
import type { DeliveryStack } from '../delivery-stack.ts';

/** The stacks that the alarms and the dashboard watch. */
export type WatchedStacks = { readonly data: DataStack; readonly api: ApiStack; readonly delivery: DeliveryStack };
