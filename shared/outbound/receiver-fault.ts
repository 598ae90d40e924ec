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
  // The one code of the system that an alert of TLS comes under.
  EPROTO: 'tls_failed',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** All others stop a connection: no route, or, where Lambda has no IPv6, no such addresses (EAFNOSUPPORT). */
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
  // OpenSSL has hundreds of codes, and nothing else fails in an https connection beside what is listed.
  return code.startsWith('HPE_') || protocol === 'http:' ? 'bad_response' : 'tls_failed';
}
