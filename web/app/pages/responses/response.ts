import type { ItemOf } from '../../api/operations.ts';

export type Response = ItemOf<'GET /responses'>;
export type Status = Response['status'];

export const statuses = ['completed', 'partial', 'abandoned'] as const satisfies readonly Status[];
