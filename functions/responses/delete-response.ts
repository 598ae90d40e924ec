import { deleteResponse } from '../../shared/contracts/responses/responses.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { removing } from '../../shared/submissions/remove.ts';

export const handler = endpoint(deleteResponse, ({ params, caller }) =>
  removing({ caller, action: deleteResponse.audited }, remove => remove(params.id)),
);
