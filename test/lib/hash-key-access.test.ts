import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { accountsOf, type Contract } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';

const project = join(import.meta.dirname, '../..');
const anImport = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/gm;

/** The files that a file imports, and that those import. */
function reached(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  for (const [, named, dynamic] of readFileSync(file, 'utf8').matchAll(anImport)) {
    reached(join(dirname(file), named ?? dynamic ?? ''), files);
  }
  return files;
}

const store = (name: string) => join(project, 'shared/store', name);

/** The operations whose function has a store in its bundle. */
function operationsWith(name: string): string[] {
  const files = globSync('functions/!(workers)/*.ts', { cwd: project });
  const functions = files.filter(file => reached(join(project, file)).has(store(name)));
  const names = new Set(functions.map(file => basename(file, '.ts')));
  return Object.entries<Contract>(api)
    .filter(([operation, { servedBy = operation }]) => names.has(servedBy.replace(/[A-Z]/g, '-$&').toLowerCase()))
    .map(([operation]) => operation);
}

const granted = (test: (contract: Contract) => boolean) =>
  Object.entries<Contract>(api).flatMap(([operation, contract]) => (test(contract) ? [operation] : []));

/** It has the store of recipients, and reads none of their stops. */
const readsNone = new Set(['confirmRecipient']);

// Without the grant, an operation fails only in AWS, or once the stage has a hash key.
it('is granted to the operations that find items by a keyed hash, and to no others', () => {
  const finding = operationsWith('keys-by-hash.ts').filter(operation => !readsNone.has(operation));
  expect(finding.sort()).toEqual(granted(({ grants }) => grants.includes('hashKey:open')).sort());
});

it('comes with the addresses that get no mails, where they are read', () => {
  const reading = operationsWith('mails/mail-stops.ts').filter(operation => !/MailLink$/.test(operation));
  expect(granted(contract => accountsOf(contract).includes('mails'))).toEqual(expect.arrayContaining(reading));
});
