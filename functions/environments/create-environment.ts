import { createEnvironment as contract } from '../../shared/contracts/accounts/environments.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { createEnvironment, environmentsOf } from '../../shared/store/accounts/environments.ts';

export const handler = endpoint(contract, async ({ body: { name }, caller }) =>
  retryOnConflict(async () => {
    const environments = await environmentsOf(caller.organizationId);
    const existing = environments.find(environment => environment.name === name);
    return existing
      ? new Reply(existing, { status: 200 })
      : createEnvironment(name, { caller, action: contract.audited });
  }),
);
