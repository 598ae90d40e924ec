import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { examples } from '../../../shared/contracts/examples.ts';
import { api } from '../../../shared/contracts/index.ts';
import { openApiDocument } from '../../../shared/contracts/openapi.ts';
import { faultsOf } from '../../../shared/http/validate.ts';

const project = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const { version } = JSON.parse(read('package.json'));
const document = JSON.parse(JSON.stringify(openApiDocument(api, version)));
const contracts: [string, Contract][] = Object.entries(api);

const operationOf = ({ path, method }: Contract) => document.paths[path][method.toLowerCase()];

function references(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' ? [String(value)] : references(value)));
}

describe('docs/openapi.json', () => {
  it('is what the contracts say today (npm run openapi)', () => {
    expect(JSON.parse(read('docs/openapi.json'))).toEqual(document);
  });

  it('refers only to what it holds', () => {
    for (const reference of references(document)) {
      expect(document).toHaveProperty(reference.replace('#/', '').split('/'));
    }
    expect(references(document)).toContain('#/components/schemas/Form');
  });
});

describe.each(contracts)('the description of %s', (operation, contract) => {
  const described = operationOf(contract);

  it('names the operation, its section and who may call', () => {
    expect(described).toMatchObject({ operationId: operation, summary: contract.summary });
    expect(document.tags.map(({ name }: { name: string }) => name)).toContain(described.tags[0]);
    expect(described.security.flatMap(Object.keys)).toEqual(contract.auth);
  });

  it('has every parameter of its path', () => {
    const inPath = described.parameters.filter((parameter: { in: string }) => parameter.in === 'path');
    const inTemplate = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(inPath.map(({ name }: { name: string }) => name)).toEqual(inTemplate);
  });

  it('has its success, and the refusals that it can give', () => {
    const statuses = Object.keys(described.responses);
    expect(statuses).toEqual(expect.arrayContaining([String(contract.status), '429', '500', '503']));
    expect(statuses.includes('401')).toBe(contract.auth.length > 0 || contract.checksPassword === true);
    expect(statuses.includes('413')).toBe(contract.body !== undefined);
    expect(statuses.includes('412')).toBe(contract.method === 'PUT' && contract.etag === true);
  });

  it('shows an example of its body and of its answer that the contract takes', () => {
    const { body, response } = structuredClone(examples[operation] ?? {});
    expect(body !== undefined).toBe(contract.body !== undefined);
    expect(response !== undefined).toBe(contract.response !== undefined);
    if (contract.body) expect(faultsOf('body', contract.body, body)).toEqual([]);
    if (contract.response)
      expect(faultsOf('body', contract.response, JSON.parse(JSON.stringify(response)))).toEqual([]);
  });
});

describe('the OpenAPI description', () => {
  it('asks for a section when a contract fits none', () => {
    const stray = { ...api.getForm, path: '/elsewhere' };
    expect(() => openApiDocument({ stray }, version)).toThrow('No section of the OpenAPI description takes /elsewhere');
  });

  it('shows no example of an operation that is gone', () => {
    expect(Object.keys(examples).filter(operation => !Object.hasOwn(api, operation))).toEqual([]);
  });
});
