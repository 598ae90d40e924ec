import { createEnvironment as contract } from '../../shared/contracts/environments.ts';
import { Answer } from '../../shared/http/answer.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { createEnvironment, environmentsOf } from '../../shared/store/environments.ts';

export const handler = endpoint(contract, async ({ body: { name }, caller }) =>
  optimistically(async () => {
    const environments = await environmentsOf(caller.organizationId);
    const existing = environments.find(environment => environment.name === name);
    return existing ? new Answer(existing, { status: 200 }) : createEnvironment(name, caller, contract.audited);
  }),
);
