import { createEnvironment as contract } from '../../shared/contracts/accounts/environments.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Answer } from '../../shared/http/reply.ts';
import { optimistically } from '../../shared/retry-on-conflict.ts';
import { createEnvironment, environmentsOf } from '../../shared/store/accounts/environments.ts';

export const handler = endpoint(contract, async ({ body: { name }, caller }) =>
  optimistically(async () => {
    const environments = await environmentsOf(caller.organizationId);
    const existing = environments.find(environment => environment.name === name);
    return existing ? new Answer(existing, { status: 200 }) : createEnvironment(name, caller, contract.audited);
  }),
);
