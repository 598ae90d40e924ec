import { deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import type { ApiDefinition } from '../template/api-definition.ts';
import type { GatewayResponseType } from './gateway-responses.ts';
import { type GatewayRequest, headerOf } from './proxy-event.ts';
import type { ProxyResponse } from './proxy-response.ts';

const codings = {
  gzip: { compress: gzipSync, decompress: gunzipSync },
  deflate: { compress: deflateSync, decompress: inflateSync },
} as const;
type Coding = keyof typeof codings;

const isCoding = (name: string): name is Coding => Object.hasOwn(codings, name);

/**
 * Compresses an answer with an encoding that the request accepts, if the API sets a minimum size and the function
 * hasn't encoded it itself.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-receive-response-with-compressed-payload.html
 */
export function compressReply(api: ApiDefinition, request: GatewayRequest, answer: ProxyResponse): ProxyResponse {
  const { minimumCompressionSize } = api;
  if (minimumCompressionSize === undefined || answer.body.length < minimumCompressionSize) return answer;
  const encoded = Object.keys(answer.headers).some(name => name.toLowerCase() === 'content-encoding');
  const coding = acceptedCoding(headerOf(request, 'accept-encoding') ?? '');
  if (encoded || !coding || answer.body.length === 0) return answer;
  const body = codings[coding].compress(answer.body);
  return { ...answer, headers: { ...answer.headers, 'Content-Encoding': coding }, body };
}

/** Returns the accepted encoding. The gateway ignores `*`. */
function acceptedCoding(header: string): Coding | undefined {
  return header
    .split(',')
    .map(part =>
      part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name = '']) => name)
    .find(isCoding);
}

/**
 * Decodes an encoded request body, as the gateway does for every API.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-make-request-with-compressed-payload.html
 */
export function decompressRequest(
  request: GatewayRequest,
  body: Buffer | 'REQUEST_TOO_LARGE' | undefined,
  bytesMax: number,
): Buffer | undefined | GatewayResponseType {
  const coding = headerOf(request, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || !Buffer.isBuffer(body)) return body;
  if (!isCoding(coding)) return 'UNSUPPORTED_MEDIA_TYPE';
  try {
    return codings[coding].decompress(body, { maxOutputLength: bytesMax });
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return tooLarge ? 'REQUEST_TOO_LARGE' : 'UNSUPPORTED_MEDIA_TYPE';
  }
}
