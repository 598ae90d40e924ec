import { keysOf } from '../../api/keys-of.ts';
import type { ItemOf } from '../../api/operations.ts';

export type Response = ItemOf<'GET /responses'>;
export type Status = Response['status'];

export type Handling = Response['handling'];

export const statuses = keysOf<Status>({ completed: true, partial: true, abandoned: true });
export const handlings = keysOf<Handling>({ open: true, in_progress: true, done: true });
