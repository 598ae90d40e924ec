import { getResponse as contract } from '../../shared/contracts/responses.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { getResponseOf } from '../../shared/store/responses.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  const read = await getResponseOf(caller, params.id);
  if (!read) throw notFound('Response');
  return read.response;
});
