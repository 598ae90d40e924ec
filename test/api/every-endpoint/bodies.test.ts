import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { callOfUnknown, statusOf } from '../../support/cloud/calls/valid-calls.ts';
import { type Call, withHeaders } from '../../support/cloud/client.ts';
import { fullAccess } from '../../support/cloud/full-access.ts';
import type { Json } from '../../support/cloud/http.ts';
import { startedService } from '../../support/cloud/service.ts';
import { inTurn } from '../../support/in-turn.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { those } from './contracts.ts';

const service = startedService();
const secret = service.client('secretKey');
const { full, validCall } = fullAccess(service);

const withBody = those(({ body }) => body);
const bytesMaxOf = ({ bodyBytesMax = 262_144 }: Contract) => bodyBytesMax;

describe.each(withBody)('%s', (operation, contract) => {
  const max = bytesMaxOf(contract);
  let call: Call;
  beforeAll(async () => {
    call = await validCall(operation, full);
  });
  const callWithBody = (body: Call['body'], headers = {}) => full(operation, withHeaders({ ...call, body }, headers));

  it('refuses a body that is not JSON', async () => {
    const absent = contract.bodyOptional ? [] : [''];
    const bodies = ['{"title":', '{"title": "a",}', "{'title': 'a'}", 'title=a', ...absent, ' ', '\u0000', 'NaN'];
    for (const body of inTurn(operation, bodies, 2)) {
      expectRefusal(await callWithBody(body), 400, 'malformed_json');
    }
  });

  const { batchMax } = contract;
  const arrays: [string, Json][] = batchMax
    ? [
        ['[]', { field: '', rule: 'minItems' }],
        ['[null]', { field: '[0]', rule: 'type' }],
        ['[[]]', { field: '[0]', rule: 'type' }],
        [`[${Array(batchMax + 1).fill('{}')}]`, { field: '', rule: 'maxItems' }],
      ]
    : ['[]', '[{}]'].map(body => [body, { field: '', rule: 'type' }]);
  const noObjects = ['null', '"text"', '1', 'true'].map(body => [body, { field: '', rule: 'type' }] as const);

  it('refuses JSON that is no object, or no array of some where it takes one', async () => {
    for (const [body, fault] of [...inTurn(operation, noObjects), ...arrays]) {
      expect(expectRefusal(await callWithBody(body), 400, 'validation_failed')).toMatchObject([fault]);
    }
  });

  it('refuses another content type than JSON', async () => {
    const body = JSON.stringify(call.body);
    const others = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json', 'text/html'];
    for (const type of inTurn(operation, [...others, ...(contract.transport?.beacon ? [] : ['text/plain'])], 2)) {
      expectRefusal(await callWithBody(body, { 'content-type': type }), 415, 'unsupported_media_type');
    }
  });

  it(`takes JSON under each name it has, up to ${max} bytes, and none that is larger`, async () => {
    const body = JSON.stringify(call.body);
    const names = ['application/json;charset=UTF-8', 'Application/JSON', 'application/merge-patch+json'];
    const [type] = inTurn(operation, names);
    expect((await callWithBody(body.padEnd(max), { 'content-type': type })).status).toBe(statusOf(operation));
    const larger = await callWithBody(body.padEnd(max + 1));
    expectRefusal(larger, 413, 'payload_too_large');
    expect(larger.body.message).toContain(String(max));
  });

  it.each(inTurn(operation, ['surprise', '__proto__', 'constructor', 'a b', 'ключ'], 2))(
    'names the unknown property %s',
    async name => {
      const rest = JSON.stringify(call.body).slice(1);
      const body = `{${JSON.stringify(name)}: 1${rest === '}' ? '' : ','} ${rest}`;
      const faults = expectRefusal(await callWithBody(body), 400, 'validation_failed');
      expect(faults).toEqual([{ field: name, rule: 'unknown', message: expect.any(String) }]);
    },
  );
});

/** The first operation of each size: how bytes are counted, and what the gateway refuses by itself, is the same for all others. */
const ofEachSize = [...new Map(withBody.toReversed().map(each => [bytesMaxOf(each[1]), each])).values()];

describe.each(ofEachSize)('%s', (operation, contract) => {
  it('counts the bytes of a body, not its characters', async () => {
    const surprise = 'ü'.repeat(bytesMaxOf(contract) / 2);
    const reply = await full(operation, { ...callOfUnknown(operation), body: { surprise } });
    expectRefusal(reply, 413, 'payload_too_large');
  });

  it('answers a body that is too large for a function, and one too large for the gateway, in the same words', async () => {
    for (const megabytes of [7, 11]) {
      const body = Buffer.alloc(megabytes * 1024 * 1024, ' ');
      expectRefusal(await full(operation, { ...callOfUnknown(operation), body }), 413, 'payload_too_large');
    }
  });
});

describe.each(those(({ batchMax }) => batchMax))('%s', (operation, { batchMax = 0, status }) => {
  it(`takes an array of 1 to ${batchMax}, and names the place of each fault in it`, async () => {
    const call = await validCall(operation, secret);
    for (const count of [1, batchMax]) {
      expect((await secret(operation, { ...call, body: Array(count).fill(call.body) })).status).toBe(status);
    }
    const body = [call.body, { ...(call.body as object), surprise: 1 }];
    const faults = expectRefusal(await secret(operation, { ...call, body }), 400, 'validation_failed');
    expect(faults).toMatchObject([{ field: '[1].surprise', rule: 'unknown' }]);
  });
});
