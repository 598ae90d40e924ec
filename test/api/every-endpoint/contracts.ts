import type { Contract } from '../../../shared/contracts/contract.ts';
import { api } from '../../../shared/contracts/index.ts';
import type { Operation } from '../../support/cloud/client.ts';
import type { Reply } from '../../support/cloud/http.ts';
import { sampled } from '../../support/share.ts';

/** All that speak JSON, or give a page or file: what takes forms, or leads to a provider, has tests of its own. */
export const all = (Object.entries(api) as [Operation, Contract][]).filter(
  ([, { transport, grants }]) => !transport?.takesForms && !grants.includes('providers:ask'),
);
/** Those whose turn it is. */
export const those = (condition: (contract: Contract) => unknown) =>
  sampled(all.filter(([, contract]) => condition(contract)));
export const contracts = those(() => true);
export const needsCredential = ({ auth, credentialOptional }: Contract) => auth.length > 0 && !credentialOptional;
/** A page says in HTML that there is nothing: the tests of pages look at that. */
export const hasParameter = ({ params, transport }: Contract) => params !== undefined && !transport?.page;
/** The public schema belongs to everybody. */
export const belongsToSomebody = (contract: Contract) => hasParameter(contract) && needsCredential(contract);
export const bodyWithoutRequestId = ({ body: { requestId: _, ...rest } }: Reply) => rest;

/** A page of the origin that the example's form allows. */
export const fromItsPage = { origin: 'https://www.example.com' };
