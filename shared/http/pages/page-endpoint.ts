import type { Contract } from '../../contracts/contract.ts';
import { refusalPage } from '../../domain/pages/refusal-page.ts';
import { endpoint } from '../endpoint.ts';
import type { Request } from '../read-request.ts';
import { type GatewayResponse, gatewayResponse, knownError, Reply, reasons } from '../reply.ts';

/** What a page may load: its stylesheet and icon, from here. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** A page. Its own address is told to nobody else, but an origin is with a form that it sends. */
export const pageReply = (
  page: string,
  { status, headers }: { status?: number; headers?: Record<string, string> } = {},
) =>
  new Reply(page, {
    ...(status !== undefined && { status }),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      ...headers,
    },
  });

/** From a page to the address of the API. */
const rootOf = ({ path }: Contract): string => '../'.repeat(path.split('/').length - 2);

/** The handler of a page: what it throws is answered with a page, too. */
export function pageEndpoint<const C extends Contract>(contract: C, handle: (request: Request<C>) => Promise<Reply>) {
  const refusal = (error: unknown, requestId: string | undefined): GatewayResponse => {
    const { status, message, headers } = knownError(error);
    const page = refusalPage(rootOf(contract), { title: reasons[status], message, requestId });
    return gatewayResponse(pageReply(page, { headers: { ...headers } }), status);
  };
  return endpoint(contract, handle, refusal);
}
