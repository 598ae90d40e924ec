import type { ItemOf } from '../../api/operations.ts';

export type Response = ItemOf<'GET /responses'>;
export type Status = Response['status'];

export type Handling = Response['handling'];

export const statuses = ['completed', 'partial', 'abandoned'] as const satisfies readonly Status[];
export const handlings = ['open', 'in_progress', 'done'] as const satisfies readonly Handling[];
