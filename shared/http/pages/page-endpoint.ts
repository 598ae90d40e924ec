import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Contract } from '../../contracts/contract.ts';
import { refusalPage } from '../../domain/pages/refusal-page.ts';
import { textsOf } from '../../domain/pages/texts.ts';
import { endpoint } from '../endpoint.ts';
import { headersOf, type Request, requestBaseUrl } from '../read-request.ts';
import { errorResponse, type GatewayResponse, gatewayResponse, knownError, Reply, reasons } from '../reply.ts';

/** The policy of a page, which may load its stylesheet and icon from here. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Returns a page. No other site gets its URL as referrer, but a form that it sends carries its origin. */
export const pageReply = (
  page: string,
  { status, headers }: { status?: number; headers?: Record<string, string> } = {},
) =>
  new Reply(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      ...headers,
    },
  });

/** Whether a program makes the request, not a person: `Accept` names JSON, and no page. */
export const wantsJson = (accept = ''): boolean => /\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept);

/** Returns the relative path from a page to the API's URL. */
const rootOf = ({ path }: Contract): string => '../'.repeat(path.split('/').length - 2);

/** The text around a refusal whose status alone says too little to people. */
type RefusedPage = { readonly title: string; readonly next: { readonly path: string; readonly label: string } };

/** Returns the handler of a page. Its errors are shown as a page, too. */
export function pageEndpoint<const C extends Contract>(
  contract: C,
  handle: (request: Request<C>) => Promise<Reply>,
  refused?: RefusedPage,
) {
  const refusal = (error: unknown, event: APIGatewayProxyEvent): GatewayResponse => {
    const requestId = event.requestContext.extendedRequestId;
    if (wantsJson(headersOf(event).accept)) return errorResponse(error, requestId, requestBaseUrl(event));
    const { status, message: ofApi, headers } = knownError(error);
    // The sender has chosen files, and knows nothing of request bodies.
    const message = status === 413 ? textsOf(event.queryStringParameters?.lang ?? 'en').tooLarge : ofApi;
    const page = refusalPage(rootOf(contract), { title: reasons[status], message, requestId, ...refused });
    return gatewayResponse(pageReply(page, { headers: { ...headers } }), status);
  };
  return endpoint(contract, handle, { refusal });
}
