import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { SignatureV4 } from '@smithy/signature-v4';

type SignedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Calls an operation of AWS for whose service there is no client here: two services, with two operations each. */
export async function signedRequest(
  service: 'apigateway' | 'events',
  { method, path, headers = {}, body }: SignedRequest,
): Promise<Record<string, unknown>> {
  const { config } = new APIGatewayClient({});
  const region = await config.region();
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = new URL(path, process.env.AWS_ENDPOINT_URL || `https://${service}.${region}.${suffix}`);
  const signer = new SignatureV4({ service, region, credentials: config.credentials, sha256: config.sha256 });
  const text = body === undefined ? undefined : JSON.stringify(body);
  const signed = await signer.sign({
    ...{ method, protocol: url.protocol, hostname: url.hostname, path: url.pathname, query: {} },
    ...(url.port && { port: Number(url.port) }),
    headers: { host: url.host, 'content-type': 'application/json', ...headers },
    body: text,
  });
  const response = await fetch(url, { method, headers: signed.headers, ...(text !== undefined && { body: text }) });
  const answer = await response.text();
  if (!response.ok) {
    const type = /"__type"\s*:\s*"(?:[^"]*#)?(\w+)/.exec(answer)?.[1] ?? response.headers.get('x-amzn-errortype');
    throw Object.assign(new Error(`${method} ${path}: ${response.status} ${answer}`), {
      name: type?.split(':')[0] ?? 'AwsError',
    });
  }
  return answer === '' ? {} : JSON.parse(answer);
}
