import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { SignatureV4 } from '@smithy/signature-v4';

type SignedRequest = {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/**
 * The services that commands call without an SDK client, because they need only one or two operations of each. IAM has
 * one address for all regions.
 */
type Service = 'apigateway' | 'events' | 'iam' | 'xray';

/** Calls an AWS operation that answers JSON. */
export async function signedRequest(service: Service, request: SignedRequest): Promise<Record<string, unknown>> {
  const answer = await signedText(service, request);
  return answer === '' ? {} : JSON.parse(answer);
}

/** Calls an AWS operation and returns the raw answer. */
export async function signedText(
  service: Service,
  { method, path, query = {}, headers = {}, body }: SignedRequest,
): Promise<string> {
  const { config } = new APIGatewayClient({});
  const region = service === 'iam' ? 'us-east-1' : await config.region();
  const url = new URL(path, process.env.AWS_ENDPOINT_URL || `https://${hostOf(service, region)}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signer = new SignatureV4({ service, region, credentials: config.credentials, sha256: config.sha256 });
  const text = body === undefined ? undefined : JSON.stringify(body);
  const signed = await signer.sign({
    ...{ method, protocol: url.protocol, hostname: url.hostname, path: url.pathname, query: { ...query } },
    ...(url.port && { port: Number(url.port) }),
    headers: { host: url.host, 'content-type': 'application/json', ...headers },
    body: text,
  });
  const response = await fetch(url, { method, headers: signed.headers, ...(text !== undefined && { body: text }) });
  const answer = await response.text();
  if (!response.ok) throw refusalOf(response, `${method} ${path}: ${response.status} ${answer}`, answer);
  return answer;
}

function hostOf(service: Service, region: string): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return service === 'iam' ? `iam.${suffix}` : `${service}.${region}.${suffix}`;
}

/** Names an error as AWS does, from the body or the header. */
function refusalOf({ headers }: Response, message: string, answer: string): Error {
  const type = /"__type"\s*:\s*"(?:[^"]*#)?(\w+)/.exec(answer)?.[1] ?? headers.get('x-amzn-errortype');
  return Object.assign(new Error(message), { name: type?.split(':')[0] ?? 'AwsError' });
}
