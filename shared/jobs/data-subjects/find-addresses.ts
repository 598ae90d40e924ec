import { batchesOf } from '../../batches.ts';
import { matcherOf } from '../../domain/responses/data-subject.ts';
import { invitationsOf } from '../../store/accounts/links/invitations.ts';
import { membersOf } from '../../store/accounts/members.ts';
import { getUsers, openAddress } from '../../store/accounts/users.ts';
import { isIntegration, receiversOf } from '../../store/receivers/receivers.ts';
import { type AddressHit, type DataSubjectRequest, saveRequest } from '../../store/responses/data-subject-requests.ts';
import type { RequestProgress } from './found-batches.ts';

/** The number of members whose addresses are compared at once. */
const usersAtOnce = 100;

/** Finds the integrations, members and invitations that have the address of a search. It may be repeated. */
export async function findAddresses(request: DataSubjectRequest): RequestProgress {
  const { hits, fingerprint, step } = request;
  // A value of a field is not compared with addresses.
  if (!hits || !fingerprint || fingerprint.fieldId !== undefined) return saveRequest(request, { step: step + 1 });
  const matches = matcherOf(fingerprint);
  const isTheirs = (email: string | undefined) => email !== undefined && matches({ email });
  const members = await membersWith(request.organizationId, isTheirs);
  const invitations = (await invitationsOf(request.organizationId)).filter(({ email }) => isTheirs(email));
  const recipients = await integrationsTo(request.environmentId, each => isTheirs(each) || members.includes(each));
  const accounts = [...members, ...invitations.map(({ id }) => id)];
  const addressHits: AddressHit[] = [
    ...recipients.map(id => ({ kind: 'recipients' as const, id })),
    ...accounts.map(id => ({ kind: 'accounts' as const, id })),
  ];
  const counted = { ...hits, recipients: recipients.length, accounts: accounts.length };
  return saveRequest(request, { addressHits, hits: counted, step: step + 1 });
}

async function membersWith(org: string, isTheirs: (email: string | undefined) => boolean): Promise<string[]> {
  const found: string[] = [];
  for (const some of batchesOf(await membersOf(org), usersAtOnce)) {
    const users = await getUsers(some.map(({ userId }) => userId));
    const theirs = [...users.values()].filter(user => isTheirs(user.email) || isTheirs(openAddress(user)?.email));
    found.push(...theirs.map(({ id }) => id));
  }
  return found;
}

async function integrationsTo(environmentId: string, isTheirs: (recipient: string) => boolean): Promise<string[]> {
  const integrations = (await receiversOf(environmentId)).receivers.filter(isIntegration);
  const theirs = integrations.filter(({ integration }) => integration.config.recipients?.some(isTheirs));
  return theirs.map(({ integration }) => integration.id);
}
