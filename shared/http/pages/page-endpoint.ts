import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Contract } from '../../contracts/contract.ts';
import { refusalPage } from '../../domain/pages/refusal-page.ts';
import { textsOf } from '../../domain/pages/texts.ts';
import { endpoint } from '../endpoint.ts';
import { headersOf, type Request } from '../read-request.ts';
import { errorResponse, type GatewayResponse, gatewayResponse, knownError, Reply, reasons } from '../reply.ts';

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

/** Whether a program asks, and not a person: `Accept` names JSON, and no page. */
export const wantsJson = (accept = ''): boolean => /\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept);

/** From a page to the address of the API. */
const rootOf = ({ path }: Contract): string => '../'.repeat(path.split('/').length - 2);

/** What is said around a refusal, where its status says too little to people. */
type Refused = { readonly title: string; readonly next: { readonly path: string; readonly label: string } };

/** The handler of a page: what it throws is answered with a page, too. */
export function pageEndpoint<const C extends Contract>(
  contract: C,
  handle: (request: Request<C>) => Promise<Reply>,
  refused?: Refused,
) {
  const refusal = (error: unknown, event: APIGatewayProxyEvent): GatewayResponse => {
    const requestId = event.requestContext.extendedRequestId;
    if (wantsJson(headersOf(event).accept)) return errorResponse(error, requestId);
    const { status, message: ofApi, headers } = knownError(error);
    // It was sent by somebody who has chosen files, and knows nothing of bodies.
    const message = status === 413 ? textsOf(event.queryStringParameters?.lang ?? 'en').tooLarge : ofApi;
    const page = refusalPage(rootOf(contract), { title: reasons[status], message, requestId, ...refused });
    return gatewayResponse(pageReply(page, { headers: { ...headers } }), status);
  };
  return endpoint(contract, handle, refusal);
}
