import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { clientModule } from '../../../../bin/build/client-types.ts';
import type { Contract } from '../../../../shared/contracts/contract.ts';
import { api } from '../../../../shared/contracts/index.ts';
import { openApiDocument } from '../../../../shared/contracts/openapi/document.ts';
import { examples } from '../../../../shared/contracts/openapi/examples.ts';
import { patterns } from '../../../../shared/contracts/patterns.ts';
import { changeable } from '../../../../shared/domain/bodies/merge-patch.ts';
import { faultsOf } from '../../../../shared/http/validation/validate.ts';
import type { JsonObject } from '../../../../shared/json.ts';

const project = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const { version } = JSON.parse(read('package.json'));
const document = JSON.parse(JSON.stringify(openApiDocument(api, version)));
const contracts: [string, Contract][] = Object.entries(api);

const operationOf = ({ path, method }: Contract) => document.paths[path.replace('+}', '}')][method.toLowerCase()];

function references(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' ? [String(value)] : references(value)));
}

describe('docs/openapi.json', () => {
  it('is what the contracts say today (npm run openapi)', () => {
    expect(JSON.parse(read('docs/openapi.json'))).toEqual(document);
  });

  it('is what the types of the client are made of (npm run openapi)', () => {
    expect(read('client/src/api.ts')).toBe(clientModule(document));
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
    const inTemplate = [...contract.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name);
    expect(inPath.map(({ name }: { name: string }) => name)).toEqual(inTemplate);
  });

  it('has its success, and the refusals that it can give', () => {
    const statuses = Object.keys(described.responses);
    expect(statuses).toEqual(expect.arrayContaining([String(contract.status), '429', '500', '503']));
    expect(statuses.includes('401')).toBe(contract.auth.length > 0 || contract.checksPassword === true);
    expect(statuses.includes('413')).toBe(contract.body !== undefined || contract.transport?.takesForms === true);
    expect(statuses.includes('412')).toBe(contract.method === 'PUT' && contract.etag === true);
  });

  it('shows an example of its body and of its answer that the contract takes', () => {
    const { body, response } = structuredClone(examples[operation] ?? {});
    expect(body !== undefined).toBe(contract.body !== undefined);
    expect(response !== undefined).toBe(contract.response !== undefined);
    const sent = contract.patches ? changeable(response as object, body as JsonObject, contract.patches).after : body;
    expect(contract.body ? faultsOf('body', contract.body, sent) : []).toEqual([]);
    const answered = contract.response && JSON.parse(JSON.stringify(response));
    expect(contract.response ? faultsOf('body', contract.response, answered) : []).toEqual([]);
  });
});

describe('the document, for the linters of others', () => {
  type Node = Record<string, unknown>;
  const operations = Object.values<Node>(document.paths).flatMap(methods => Object.values(methods) as Node[]);
  const responses = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses as Node).map(([status, response]) => {
      const { $ref } = response as { $ref?: string };
      const shown = $ref ? document.components.responses[$ref.split('/').at(-1) ?? ''] : response;
      return { answer: `${operationId} ${status}`, content: (shown.content ?? {}) as Record<string, Node> };
    }),
  );
  const withNodes = (node: unknown): Node[] =>
    typeof node === 'object' && node !== null ? [node as Node, ...Object.values(node).flatMap(withNodes)] : [];

  it('has an example of every answer and body, for each media type', () => {
    const bodies = operations.map(({ operationId, requestBody }) => ({
      answer: `${operationId} body`,
      content: ((requestBody as Node | undefined)?.content ?? {}) as Record<string, Node>,
    }));
    const without = [...responses, ...bodies].flatMap(({ answer, content }) =>
      Object.entries(content).flatMap(([type, { example }]) => (example === undefined ? [`${answer} ${type}`] : [])),
    );
    expect(without).toEqual([]);
    expect(responses.length).toBeGreaterThan(1000);
  });

  it('shows answers of other statuses that the contract takes', () => {
    const others = contracts.flatMap(([operation, { alternatives = {} }]) =>
      Object.values(alternatives).flatMap(other =>
        typeof other === 'string' ? [] : [faultsOf('body', other.response, examples[operation]?.alternative)],
      ),
    );
    expect(others).toEqual([[], [], []]);
  });

  it('has a contact, and no description that is missing or empty', () => {
    expect(document.info.contact.name).toMatch(/\w/);
    expect(withNodes(document).filter(({ description }) => description === '')).toEqual([]);
    const described = [...operations, ...operations.flatMap(({ parameters }) => parameters as Node[])];
    expect(described.filter(({ description }) => !description)).toEqual([]);
  });

  it('has items of every array, and no pattern that needs the flag u', () => {
    const arrays = withNodes(document).filter(({ type }) => [type].flat().includes('array'));
    expect(arrays.filter(({ items }) => items === undefined)).toEqual([]);
    const patterns = withNodes(document).flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
    expect(patterns.filter(pattern => pattern.includes('\\p{'))).toEqual([]);
    expect(document.components.schemas.FieldRules.properties.pattern.type).toBe('string');
    expect(JSON.stringify(document)).toContain('Matches `^[\\\\p{L}');
  });
});

describe('a body that patches', () => {
  const schemaOf = (contract: Contract) => operationOf(contract).requestBody.content['application/json'].schema;

  it('asks for no property, takes null for the optional ones, and may repeat what is in answers only', () => {
    const { required, minProperties, properties } = schemaOf(api.updateForm);
    expect({ required, minProperties, title: properties.title.type }).toEqual({ minProperties: 1, title: 'string' });
    expect(properties.retention.type).toEqual(['object', 'null']);
    expect(properties.retention.properties).toMatchObject({
      days: { type: ['integer', 'null'] },
      policy: { enum: ['delete', 'archive', null] },
    });
    expect(properties.environment.readOnly).toBe(true);
  });

  it('is what every PUT takes', () => {
    const puts = contracts.filter(([, { method }]) => method === 'PUT');
    expect(puts.filter(([, { patches }]) => !patches)).toEqual([]);
  });
});

describe('what a refusal says of a pattern', () => {
  const patternsIn = (node: unknown): string[] =>
    typeof node !== 'object' || node === null
      ? []
      : Object.entries(node).flatMap(([key, value]) =>
          key === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
        );

  it('is in words, of each that a schema has', () => {
    const known = new Set<string>(Object.values(patterns).map(({ pattern }) => pattern));
    const all = contracts.flatMap(([, { query, headers, body }]) => patternsIn([query, headers, body]));
    expect(all.length).toBeGreaterThan(known.size);
    expect(all.filter(pattern => !known.has(pattern))).toEqual([]);
  });
});

describe('what generators make types of', () => {
  type Schema = { type?: string | string[]; enum?: unknown[]; const?: unknown; additionalProperties?: unknown };
  const schemasIn = (node: unknown): Schema[] =>
    typeof node !== 'object' || node === null
      ? []
      : [node, ...Object.entries(node).flatMap(([key, part]) => (key === 'example' ? [] : schemasIn(part)))];
  const all = schemasIn([document.paths, document.components]);

  it('says the type of every enum and constant', () => {
    const values = all.filter(schema => Array.isArray(schema.enum) || schema.const !== undefined);
    expect(values.length).toBeGreaterThan(50);
    expect(values.filter(({ type }) => type === undefined)).toEqual([]);
  });

  it('says of every object whether it takes what it does not name', () => {
    const objects = all.filter(({ type }) => [type].flat().includes('object'));
    expect(objects.length).toBeGreaterThan(100);
    expect(objects.filter(({ additionalProperties }) => additionalProperties === undefined)).toEqual([]);
  });

  it('names the records, their parts and the pages of lists once', () => {
    const { schemas } = document.components;
    expect(schemas.FormsPage.properties.items.items).toEqual({ $ref: '#/components/schemas/Form' });
    expect(schemas.Form.properties.fields.items).toEqual({ $ref: '#/components/schemas/Field' });
    expect(schemas.Form.properties.status).toEqual({ $ref: '#/components/schemas/FormStatus' });
    expect(schemas.Form.properties.createdAt.format).toBe('date-time');
    const described = {
      description: 'Only forms of this status.',
      schema: { $ref: '#/components/schemas/FormStatus' },
    };
    expect(operationOf(api.listForms).parameters).toContainEqual(expect.objectContaining(described));
    const senses = Object.values(schemas).map(schema => JSON.stringify(schema));
    expect(new Set(senses).size).toBe(senses.length);
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
