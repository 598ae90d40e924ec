import type { ItemOf } from '../../api/operations.ts';

export type Member = ItemOf<'GET /organizations/{orgId}/members'>;
