import { describe, expect, it } from '@jest/globals';
import { type AccountPart, accountsOf, type Contract, tableOf } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { accountParts, keyOf, keysOf } from '../../shared/store/keys.ts';
import { quotas } from '../../shared/store/quotas.ts';
import { type Access, isAllowed, type Statement } from '../support/cdk/iam.ts';
import { resourceNamed, synthesize } from '../support/cdk/synthesized-app.ts';

const template = synthesize({ STAGE: 'dev' }).Api;
const contracts: [string, Contract][] = Object.entries(api);

const partitions: Readonly<Record<AccountPart, readonly string[]>> = {
  keys: [keyOf('apiKey', { sha256: 'a' }).pk],
  sessions: [
    keyOf('session', { sha256: 'a' }).pk,
    keyOf('knownNetwork', { sha256: 'a' }).pk,
    keyOf('signInState', { sha256: 'a' }).pk,
  ],
  users: [
    keyOf('user', { user: 'a' }).pk,
    keyOf('emailAddress', { email: 'a' }).pk,
    keyOf('loginFailures', { sha256: 'a' }).pk,
    keyOf('identity', { sha256: 'a' }).pk,
  ],
  organizations: [keyOf('organization', { org: 'a' }).pk, keyOf('signInDomain', { domain: 'a', org: 'a' }).pk],
  providers: [keyOf('providerSecret', { provider: 'a' }).pk],
  audit: [keyOf('auditEvent', { org: 'a', event: 'a' }).pk],
  mails: [
    keyOf('mail', { mail: 'a' }).pk,
    keyOf('mailStop', { sha256: 'a' }).pk,
    keyOf('mailCount', { sha256: 'a' }).pk,
  ],
};
const listOfKeys = keysOf('apiKey', { sha256: 'a', environmentId: 'a', key: 'a' }).gsi1pk ?? '';
const form = keyOf('form', { form: 'a' }).pk;

/** What authentication reads for each credential. */
const readBy = ({ auth }: Contract): readonly AccountPart[] => [
  ...(auth.length > 0 ? (['keys', 'organizations'] as const) : []),
  ...(auth.includes('session') ? (['sessions', 'users'] as const) : []),
];

describe.each(contracts.filter(([, contract]) => tableOf(contract) !== 'none'))(
  'the role of %s',
  (operation, contract) => {
    const { servedBy = operation } = contract;
    const name = servedBy.charAt(0).toUpperCase() + servedBy.slice(1);
    const [policy] = resourceNamed(template, 'AWS::IAM::Role', `${name}Role`).Properties.Policies;
    const statements: Statement[] = policy.PolicyDocument.Statement;
    const may = (action: string, pk: string, more: Partial<Access> = {}) =>
      isAllowed(statements, { action: `dynamodb:${action}`, leadingKeys: [pk], ...more });
    const those = (test: (pk: string) => boolean) => accountParts.filter(part => partitions[part].some(test));
    const owned = (...parts: readonly AccountPart[]) => accountParts.filter(part => parts.includes(part));
    const { audited, auditedExport, auditedReading } = contract;

    const owns = accountsOf(contract);
    const notes = auditedExport ?? auditedReading;
    const writes = tableOf(contract) === 'write';

    it('reads of accounts what its operation owns and what authenticates a caller', () => {
      const readable = owned(...owns, ...readBy(contract));
      expect(those(pk => may('GetItem', pk))).toEqual(readable);
      expect(those(pk => may('Query', pk))).toEqual(readable);
      expect(those(pk => isAllowed(statements, { action: 'dynamodb:BatchGetItem', leadingKeys: [form, pk] }))).toEqual(
        readable,
      );
      expect(may('Query', listOfKeys, { index: 'gsi1' })).toBe(readable.includes('keys'));
      expect(may('GetItem', form)).toBe(true);
    });

    it('writes of accounts what its operation owns, and the audit event of its success', () => {
      const writable = writes ? owned(...owns, ...(audited ? (['audit'] as const) : [])) : [];
      expect(those(pk => may('PutItem', pk))).toEqual(notes ? ['audit'] : writable);
      expect(those(pk => may('DeleteItem', pk))).toEqual(writable);
      expect(those(pk => may('UpdateItem', pk, { attributes: ['pk', 'sk', 'role'] }))).toEqual(
        notes ? ['audit'] : writable,
      );
      expect(may('PutItem', form)).toBe(writes);
    });

    it('counts what an organization and its environments have', () => {
      const attributes = ['pk', 'sk', 'shards', 'stamp', ...Object.keys(quotas)];
      expect(may('UpdateItem', partitions.organizations[0] ?? '', { attributes })).toBe(writes);
    });

    it('notes the use of its caller’s credential where it takes one', () => {
      const note = { attributes: ['pk', 'sk', 'stamp', 'lastUsedAt'] };
      const [key = ''] = partitions.keys;
      expect(may('UpdateItem', key, note)).toBe(contract.auth.length > 0 || writes);
      expect(may('UpdateItem', key, { attributes: [...note.attributes, 'role'] })).toBe(
        writes && owns.includes('keys'),
      );
    });
  },
);
