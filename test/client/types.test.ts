import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Field } from '../../shared/domain/fields/field.ts';
import { checkAnswers } from '../../shared/domain/responses/answers.ts';
import { startedService } from '../support/cloud/service.ts';
import { itInAll } from '../support/in-all.ts';
import { packedClient, runNode } from '../support/packed-client.ts';

const service = startedService();
const full = service.client('secretKey');
const project = join(import.meta.dirname, '../..');

const colors = ['red', { value: 'blue', label: 'Blue' }, "o'clock"];
const fields = [
  { id: 'name', type: 'text', label: 'Your name', required: true, validate: { minLength: 2, maxLength: 5 } },
  { id: 'plate', type: 'text', validate: { pattern: '^[A-Z]{2}-\\d+$' } },
  { id: 'code', type: 'text', validate: { pattern: '(?i)^abc$' } },
  { id: 'email', type: 'email', required: true },
  { id: 'about', type: 'textarea' },
  { id: 'site', type: 'url' },
  { id: 'phone', type: 'phone' },
  { id: 'day', type: 'date' },
  { id: 'at', type: 'time' },
  { id: 'age', type: 'number', validate: { min: 0, max: 150, integer: true } },
  { id: 'stars', type: 'rating' },
  { id: 'likely', type: 'scale' },
  { id: 'color', type: 'select', options: colors },
  { id: 'size', type: 'radio', options: ['S', 'M'], other: true },
  { id: 'many', type: 'multiselect', options: colors, validate: { maxSelected: 2 } },
  { id: 'best', type: 'ranking', options: ['a', 'b'] },
  { id: 'rows', type: 'matrix', rows: ['one', 'two'], columns: ['yes', 'no'] },
  { id: 'news', type: 'checkbox' },
  { id: 'terms', type: 'consent', text: 'I agree.', required: true },
  { id: 'from', type: 'hidden' },
  { id: 'hint', type: 'statement', text: 'Nearly done.' },
  { id: 'company-name', type: 'text', required: true, visibleIf: { field: 'color', op: 'eq', value: 'red' } },
  { id: 'sum', type: 'calculated', compute: { field: 'age', else: 0 } },
] as const;
const form = { title: 'Contact us', status: 'live', fields };
const least = { name: 'Ada', email: 'ada@example.com', terms: true };

let client: ReturnType<typeof packedClient>;
beforeAll(() => {
  client = packedClient();
  mkdirSync(path('forms'));
  writeFileSync(path('forms/contact-us.json'), JSON.stringify(form));
});
afterAll(() => client.remove());

const path = (name: string) => join(client.folder, name);
const formline = (command: string) =>
  runNode([client.command, ...command.split(' ')], {
    cwd: client.folder,
    env: { FORMLINE_URL: service.baseUrl(), FORMLINE_SECRET_KEY: service.key('secretKey') },
  });

/** A program that uses the generated types. TypeScript reports each expected error that is none. */
const program = `
import { Formline, submit } from '@formline/client';
import type { ContactUs } from './forms/types/answers.ts';
import { ContactUs as schema } from './forms/types/zod.ts';

const [baseUrl = '', secretKey = '', formId = ''] = process.argv.slice(2);
const formline = new Formline({ baseUrl, secretKey, timeout: undefined });
const least: ContactUs = { name: 'Ada', email: 'ada@example.com', terms: true };
// @ts-expect-error: the name is required
const nameless: ContactUs = { email: 'ada@example.com', terms: true };
const sized: ContactUs = { ...least, size: 'XXL', color: 'red', 'company-name': 'ACME', rows: { one: 'yes' }, many: ["o'clock"] };
// @ts-expect-error: there is no such color
const colored: ContactUs = { ...least, color: 'green' };
await submit<ContactUs>(formline, formId, sized);
const { items } = await formline.responses.list<ContactUs>({ form_id: formId, status: undefined });
for (const response of items) {
  // @ts-expect-error: a partial response may have no name
  const maybe: string = response.answers.name;
  if (response.status === 'completed') console.log(response.answers.name.toUpperCase(), response.answers.stars?.toFixed());
}
for await (const { id } of formline.responses.items<ContactUs>({ form_id: formId })) {
  const { answers } = await formline.responses.get<ContactUs>(id);
  console.log(answers.size, schema.safeParse(answers).success, schema.safeParse({ ...answers, age: 1.5 }).success);
}
const untyped = await formline.responses.list();
console.log(untyped.items[0]?.answers.name, [nameless, colored].length);
`;

const tsconfig = {
  compilerOptions: {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    ...{ noEmit: true, target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'], module: 'nodenext', types: ['node'] },
    ...{ allowImportingTsExtensions: true, typeRoots: [join(project, 'node_modules/@types')] },
  },
  files: ['main.ts'],
};

let formId = '';
beforeAll(async () => {
  formId = (await full('createForm', { body: form })).body.id;
  const wrote = { code: 0, stdout: 'Wrote ContactUs to forms/types.\n', stderr: '' };
  expect(await formline('forms types --zod')).toEqual(wrote);
});

describe('formline forms types', () => {
  it('writes types and Zod schemas', () => {
    const text = (name: string) => readFileSync(path(`forms/types/${name}`), 'utf8');
    expect(text('answers.ts')).toMatch(/^export (interface|type) ContactUs\b/m);
    expect(text('zod.ts')).toContain('export const ContactUs');
  });

  itInAll('writes types that a program compiles strictly with, and Zod', async () => {
    symlinkSync(join(project, 'node_modules/zod'), path('node_modules/zod'));
    writeFileSync(path('package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(path('main.ts'), program);
    writeFileSync(path('tsconfig.json'), JSON.stringify(tsconfig));
    execFileSync(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), '-p', client.folder], {
      stdio: 'pipe',
    });
    const args = ['main.ts', service.baseUrl(), service.key('secretKey'), formId];
    expect(await runNode(args, { cwd: client.folder })).toEqual({
      code: 0,
      stdout: 'ADA undefined\nXXL true false\nAda 2\n',
      stderr: '',
    });
  });

  it('reads a stage too, with the same result', async () => {
    expect((await formline('forms types --remote --out remote')).code).toBe(0);
    const read = (name: string) => readFileSync(path(name), 'utf8');
    expect(read('remote/answers.ts')).toBe(read('forms/types/answers.ts'));
  });

  it('says what it cannot do', async () => {
    expect((await formline('forms types --dir nothing')).stderr).toContain('has no form files');
    writeFileSync(path('forms/contact_us.json'), JSON.stringify(form));
    expect((await formline('forms types')).stderr).toContain('Two files have the type ContactUs');
  });
});

describe('the JSON Schema of answers', () => {
  const validator = () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false });
    formats.default(ajv);
    return ajv.compile(JSON.parse(readFileSync(path('forms/types/contact-us.schema.json'), 'utf8')));
  };
  const service = (answers: object) =>
    !('faults' in checkAnswers(fields as unknown as Field[], answers, { partial: false }));

  it.each<[string, object]>([
    ['nothing more', {}],
    ['a name in code points', { name: '👩‍🚀ab' }],
    ['texts', { plate: 'AB-1', code: 'ABC', about: 'x\ny', site: 'https://example.com', phone: '+49 30 1234567' }],
    ['a day and a time', { day: '2026-02-28', at: '23:59' }],
    ['numbers', { age: 150, stars: 5, likely: 0 }],
    ['choices', { color: "o'clock", size: 'XXL', many: ['red', 'blue'], best: ['b', 'a'] }],
    ['rows', { rows: { one: 'yes' } }],
    ['marks', { news: false, from: 'mail' }],
  ])('takes %s, as the service does', (_what, answers) => {
    const all = { ...least, 'company-name': 'ACME', ...answers };
    expect({ schema: validator()(all), service: service(all) }).toEqual({ schema: true, service: true });
  });

  it.each<[string, object]>([
    ['no name', { name: undefined }],
    ['a short name', { name: 'A' }],
    ['another plate', { plate: 'A-1' }],
    ['no address', { email: 'ada' }],
    ['no day', { day: '2026-02-30' }],
    ['no time', { at: '24:00' }],
    ['a fraction', { age: 1.5 }],
    ['too many stars', { stars: 6 }],
    ['no point', { likely: 11 }],
    ['another color', { color: 'green' }],
    ['too many', { many: ['red', 'blue', "o'clock"] }],
    ['one twice', { many: ['red', 'red'] }],
    ['another column', { rows: { one: 'maybe' } }],
    ['no consent', { terms: false }],
    ['a text for a mark', { news: 'perhaps' }],
  ])('refuses %s, as the service does', (_what, answers) => {
    const all = JSON.parse(JSON.stringify({ ...least, 'company-name': 'ACME', ...answers }));
    expect({ schema: validator()(all), service: service(all) }).toEqual({ schema: false, service: false });
  });
});
