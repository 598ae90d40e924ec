import type { ApiStack } from '../api-stack.ts';
import type { DataStack } from '../data-stack.ts';
import type { DeliveryStack } from '../delivery-stack.ts';

/** The stacks that alarms and dashboard look at. */
export type Watched = { readonly data: DataStack; readonly api: ApiStack; readonly delivery: DeliveryStack };
