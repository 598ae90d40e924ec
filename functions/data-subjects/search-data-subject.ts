import { searchDataSubject as contract } from '../../shared/contracts/responses/data-subjects.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { startRequest } from '../../shared/jobs/data-subjects/start-request.ts';

export const handler = endpoint(contract, ({ body, caller }) =>
  startRequest('search', body, { caller, action: contract.audited }),
);
