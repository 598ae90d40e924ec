import { getSystemErrorMap } from 'node:util';

/** The reason for a request without a response, as the delivery log shows it. */
export type ReceiverFaultCode =
  | 'address_refused'
  | 'name_not_resolved'
  | 'connection_refused'
  | 'connection_reset'
  | 'unreachable'
  | 'tls_failed'
  | 'timeout'
  | 'bad_response'
  | 'headers_too_large';

export class ReceiverFault extends Error {
  readonly fault: ReceiverFaultCode;

  constructor(fault: ReceiverFaultCode, options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
}

const faultsBySystemCode: Readonly<Record<string, ReceiverFaultCode>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'unreachable',
  // A TLS alert has this system code.
  EPROTO: 'tls_failed',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/**
 * All system codes. The others prevent a connection: no route, or no IPv6 addresses (EAFNOSUPPORT) because Lambda lacks
 * IPv6.
 */
const systemCodes = new Set([...getSystemErrorMap().values()].map(([name]) => name));

/** Errors on our side: no descriptors, no memory, a header that cannot be sent. */
const ownCodes = /^(EMFILE|ENFILE|ENOBUFS|ENOMEM|ERR_INVALID_|ERR_HTTP_|ERR_UNESCAPED_)/;

/** Maps an error of a request to the receiver's fault. Throws the error if the fault is ours. */
export function receiverFaultOf(error: unknown, protocol: string): ReceiverFaultCode {
  if (error instanceof ReceiverFault) return error.fault;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === '' || ownCodes.test(code)) throw error;
  const known = faultsBySystemCode[code];
  if (known !== undefined) return known;
  if (systemCodes.has(code)) return 'unreachable';
  // Any other code of an https connection is one of OpenSSL's hundreds.
  return code.startsWith('HPE_') || protocol === 'http:' ? 'bad_response' : 'tls_failed';
}
