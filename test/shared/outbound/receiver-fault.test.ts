import { describe, expect, it } from '@jest/globals';
import { receiverFaultOf } from '../../../shared/outbound/receiver-fault.ts';

const failed = (code: string) => Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });

describe('the fault of a receiver', () => {
  it.each([
    ['EAFNOSUPPORT', 'unreachable'],
    ['EADDRNOTAVAIL', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['EHOSTDOWN', 'unreachable'],
    ['ECONNREFUSED', 'connection_refused'],
    ['EPROTO', 'tls_failed'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failed'],
    ['HPE_INVALID_CONSTANT', 'bad_response'],
  ])('%s is, over https, %s', (code, fault) => {
    expect(receiverFaultOf(failed(code), 'https:')).toBe(fault);
  });

  it.each(['EMFILE', 'ENOMEM', 'ERR_INVALID_CHAR'])('%s is our own', code => {
    expect(() => receiverFaultOf(failed(code), 'https:')).toThrow(code);
  });
});
