import { describe, expect, it } from '@jest/globals';
import type { Contract, Role } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { once, statusOf } from '../support/cloud/calls/valid-calls.ts';
import type { Operation } from '../support/cloud/client.ts';
import { fullAccess, takes } from '../support/cloud/full-access.ts';
import { startedService } from '../support/cloud/service.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sampled } from '../support/share.ts';
import { belongsToSomebody } from './every-endpoint/contracts.ts';

const service = startedService();
const { full, fullIn, validCall } = fullAccess(service);
const roles: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];

const all = (Object.entries(api) as [Operation, Contract][]).filter(
  ([, contract]) => contract.auth.length > 0 && takes('secretKey', contract),
);
const contracts = sampled(all);
const ofLiveKeys = all.filter(([, { liveKeysOnly }]) => liveKeysOnly);
const ofAllKeys = contracts.filter(([, { liveKeysOnly }]) => !liveKeysOnly);

describe.each(contracts)('%s with a secret key', (operation, contract) => {
  const { role, roleOverOthers: needed = role ?? 'owner' } = contract;

  it('asks for a role', () => {
    expect(roles).toContain(role);
  });

  /** What was refused has changed nothing: the same call is taken in the end. */
  const valid = once(() => validCall(operation, full));

  it('is not permitted to any lower role', async () => {
    for (const lower of roles.slice(0, roles.indexOf(needed))) {
      const reply = await service.keyOfRole(lower)(operation, await valid());
      expectRefusal(reply, 403, 'insufficient_permission');
      expect(reply.body.message).toBe(`This needs the role ${needed} or higher; that of this key is ${lower}.`);
    }
  });

  if (contract.liveKeysOnly) {
    it('is permitted to no key of another environment than production', async () => {
      for (const environment of ['development', 'staging'] as const) {
        const reply = await service.client('secretKey', environment)(operation, await valid());
        expectRefusal(reply, 403, 'insufficient_permission');
        expect(reply.body.message).toContain(`No key of ${environment} may do this.`);
      }
    });
  }

  it(`is permitted to the role ${needed}, after all of these`, async () => {
    const { status, body } = await service.keyOfRole(needed)(operation, await valid());
    expect({ status, body }).toMatchObject({ status: statusOf(operation) });
  });
});

/** On records of staging, those that have their parameter are called with such a key where production finds none of them. */
const isCalledOnRecords = (contract: Contract) => contract.scope === undefined && belongsToSomebody(contract);

describe.each(ofAllKeys.filter(([, contract]) => !isCalledOnRecords(contract)))('%s', operation => {
  it('is permitted to a key of staging', async () => {
    const call = await validCall(operation, fullIn('staging'));
    expect((await service.client('secretKey', 'staging')(operation, call)).status).toBe(statusOf(operation));
  });
});

it('is a list of all that test keys may not do: write people and organizations, and read who did what', () => {
  const written = Object.entries(api as Record<string, Contract>).filter(
    ([, { method, path, auth }]) =>
      method !== 'GET' && auth.includes('secretKey') && /^\/(users|organizations)\b/.test(path),
  );
  expect(ofLiveKeys.map(([operation]) => operation).sort()).toEqual(
    [...written.map(([operation]) => operation), 'listAuditEvents'].sort(),
  );
});
