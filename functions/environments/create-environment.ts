import { createEnvironment as contract } from '../../shared/contracts/environments.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { conflict } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { createEnvironment, environmentsOf } from '../../shared/store/environments.ts';

export const handler = endpoint(contract, async ({ body: { name }, caller }) =>
  optimistically(async () => {
    const environments = await environmentsOf(caller.organizationId);
    if (environments.some(environment => environment.name === name)) {
      throw conflict(`The organization has its environment ${name}: each has all three from the start.`);
    }
    return createEnvironment(name, caller, contract.audited);
  }),
);
