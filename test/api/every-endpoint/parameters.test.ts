import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { type Call, requestOf, withHeaders } from '../../support/cloud/client.ts';
import { fullAccess } from '../../support/cloud/full-access.ts';
import type { Json } from '../../support/cloud/http.ts';
import { startedService } from '../../support/cloud/service.ts';
import { inTurn } from '../../support/in-turn.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { those } from './contracts.ts';

const service = startedService();
const { full, fullHeaders, validCall } = fullAccess(service);

describe.each(those(({ query, transport }) => query && !transport?.page))('%s', (operation, contract) => {
  let call: Call;
  beforeAll(async () => {
    call = await validCall(operation, full);
  });

  it('names each query parameter that it does not know', async () => {
    const reply = await full(operation, { ...call, query: { ...call.query, surprise: '1', constructor: '2' } });
    const faults = expectRefusal(reply, 400, 'invalid_parameter');
    expect(faults.map(({ field, rule }) => [field, rule]).sort()).toEqual([
      ['constructor', 'unknown'],
      ['surprise', 'unknown'],
    ]);
  });

  const wrongValues = Object.entries(contract.query?.properties ?? {}).flatMap(([name, schema]) =>
    inTurn(operation, wrongValuesOf(schema as Json), 2).map(value => [name, value]),
  );

  it.each(wrongValues)('refuses %s=%.20s, and names it', async (name = '', value = '') => {
    const faults = expectRefusal(
      await full(operation, { ...call, query: { ...call.query, [name]: value } }),
      400,
      'invalid_parameter',
    );
    expect(new Set(faults.map(({ field }) => field))).toEqual(new Set([name]));
  });

  it('refuses a parameter that is given twice', async () => {
    const [name = ''] = Object.keys(contract.query?.properties ?? {});
    const { path, headers, ...request } = requestOf(contract, { ...call, query: {} });
    const repeated = { ...request, headers: { ...headers, ...(await fullHeaders(contract)) } };
    const reply = await service.send({ ...repeated, path: `${path}?${name}=live&${name}=live` });
    expect(expectRefusal(reply, 400, 'invalid_parameter')).toContainEqual({
      field: name,
      rule: 'unique',
      message: expect.any(String),
    });
  });
});

/** Values that a parameter's schema refuses. A text of any kind has none but the empty one. */
function wrongValuesOf({ type, enum: values, minimum, maximum, pattern, minLength, maxLength }: Json): string[] {
  if (values) return ['nonsense', '', `${values[0]} `];
  if (type === 'boolean') return ['maybe', '2'];
  if (type === 'integer') {
    const bounds = [minimum - 1, maximum + 1].filter(Number.isFinite).map(String);
    return ['ten', '', '1.5', '1e400', 'Infinity', '0x', ...bounds];
  }
  return [
    ...(pattern ? ['nonsense', ''] : []),
    ...(minLength ? [''] : []),
    ...(maxLength ? ['x'.repeat(maxLength + 1)] : []),
  ];
}

/** The headers that have a form: of another only its own endpoint knows what it means. */
const formedHeaders = ({ headers }: Contract): string[] =>
  Object.entries<Json>(headers?.properties ?? {}).flatMap(([name, { pattern, maxLength }]) =>
    pattern || maxLength ? [name] : [],
  );

describe.each(those(contract => formedHeaders(contract).length > 0))('%s', (operation, contract) => {
  it.each(formedHeaders(contract))('refuses a bad %s header, and names it', async name => {
    const call = await validCall(operation, full);
    const { pattern, maxLength }: Json = contract.headers?.properties?.[name] ?? {};
    const refused = [
      ...(pattern ? ['', 'x'.repeat(256), 'Gr\u00fc\u00dfe'] : []),
      ...(maxLength ? ['x'.repeat(maxLength + 1)] : []),
    ];
    for (const value of refused) {
      const reply = await full(operation, withHeaders(call, { [name]: value }));
      expect(expectRefusal(reply, 400, 'invalid_parameter').map(({ field }) => field)).toEqual([name]);
    }
  });
});
