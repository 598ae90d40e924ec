import { deleteResponse } from '../../shared/contracts/responses/responses.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { remove } from '../../shared/submissions/remove.ts';

export const handler = endpoint(deleteResponse, ({ params, caller }) =>
  remove(params.id, { caller, action: deleteResponse.audited }),
);
