import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { packedClient, runNode } from '../support/packed-client.ts';

const service = startedService();
const full = service.client('secretKey');
const development = service.client('secretKey', 'development');

let client: ReturnType<typeof packedClient>;
beforeAll(() => {
  client = packedClient();
});
afterAll(() => client.remove());

const env = () => ({ FORMLINE_CONFIG: join(client.folder, 'config/formline.json') });

/** The command, as it is typed in the folder of the package. */
const formline = (command: string, input?: string) =>
  runNode([client.command, ...command.split(' ')], { cwd: client.folder, env: env(), input });

async function json(command: string) {
  const { stdout, stderr } = await formline(`${command} --json`);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const path = (name: string) => join(client.folder, name);
const read = (name: string) => JSON.parse(readFileSync(path(name), 'utf8'));
const write = (name: string, value: object) => writeFileSync(path(name), JSON.stringify(value, null, 2));

const contact = {
  title: 'Contact us',
  status: 'live',
  fields: [
    { id: 'name', type: 'text', label: 'Your name', required: true },
    { id: 'email', type: 'email', label: 'E-mail address' },
  ],
  retention: { days: 30 },
};

let formId = '';
beforeAll(async () => {
  const { body } = await full('createForm', { body: contact });
  formId = body.id;
  for (let number = 0; number < 12; number++) {
    await full('createSubmission', { params: { formId }, body: { name: `Ada ${number}` } });
  }
  await formline(`login --url ${service.baseUrl()}`, service.key('secretKey'));
  await formline(`login --url ${service.baseUrl()} --stage dev`, service.key('secretKey', 'development'));
});

describe('the package', () => {
  it('holds what it needs and nothing else, and depends on nothing', async () => {
    expect(client.files.filter(file => !file.startsWith('dist/')).sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ]);
    const { version, dependencies } = JSON.parse(
      readFileSync(path('node_modules/@formline/client/package.json'), 'utf8'),
    );
    const service = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    expect({ version, dependencies }).toEqual({ version: service.version });
  });

  itInAll('is imported by its name, in another folder', async () => {
    const script = `
      import { Formline, submit } from '@formline/client';
      const formline = new Formline(${JSON.stringify({ baseUrl: service.baseUrl(), secretKey: service.key('secretKey') })});
      const [form] = (await formline.call('listForms')).items;
      const names = [];
      for await (const { answers } of formline.items('listResponses', { query: { form_id: form.id, limit: 5 } })) names.push(answers.name);
      console.log(form.title, names.length);`;
    const { stdout, stderr } = await runNode(['--input-type=module', '-e', script], { cwd: client.folder });
    expect({ stdout, stderr }).toEqual({ stdout: 'Contact us 12\n', stderr: '' });
  });
});

describe('formline --version', () => {
  it('prints the version of the package', async () => {
    const { version } = read('node_modules/@formline/client/package.json');
    expect((await formline('--version')).stdout).toBe(`${version}\n`);
  });
});

describe('formline login', () => {
  it('keeps keys where the user alone can read them', () => {
    expect(statSync(path('config/formline.json')).mode & 0o777).toBe(0o600);
    expect(statSync(path('config')).mode & 0o777).toBe(0o700);
  });

  it('keeps nothing that is refused', async () => {
    const refused = await formline(`login --url ${service.baseUrl()} --stage other`, 'sk_live_nothing');
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('Invalid or missing API key'),
    });
    expect(Object.keys(read('config/formline.json').stages)).toEqual(['production', 'dev']);
  });
});

describe('formline forms', () => {
  it('pulls forms into files, without what the service sets', async () => {
    expect((await formline('forms pull')).stdout).toBe(`wrote contact-us.json  ${formId}\n`);
    expect(read('forms/contact-us.json')).toEqual(contact);
    expect(await json('forms diff')).toEqual([
      { file: 'contact-us.json', action: 'none', id: formId, stale: false, changes: [] },
    ]);
  });

  it('shows what a push would change, and then changes that', async () => {
    const { retention: _, ...kept } = contact;
    const [name, email] = contact.fields;
    write('forms/contact-us.json', {
      ...kept,
      fields: [email, { ...name, label: 'Name' }, { id: 'age', type: 'number' }],
    });
    const shown = [
      `contact-us.json changes ${formId}`,
      '  [~] fields.name.label: "Your name" → "Name"',
      '  [+] fields.age: {"id":"age","type":"number"}',
      '  [~] fields.order: ["name","email"] → ["email","name"]',
      '  [-] retention: {"days":30}',
      '',
    ].join('\n');
    expect(await formline('forms diff --fail')).toEqual({ code: 3, stdout: shown, stderr: 'There are differences\n' });
    expect((await formline('forms push --dry-run')).stdout).toBe(shown);
    expect((await full('getForm', { params: { id: formId } })).body).toMatchObject(contact);
    expect((await formline('forms push')).code).toBe(0);
    const { body } = await full('getForm', { params: { id: formId } });
    expect(body.fields.map(({ id }: { id: string }) => id)).toEqual(['email', 'name', 'age']);
    expect(body.retention).toBeUndefined();
    expect((await formline('forms diff --fail')).code).toBe(0);
  });

  it('does not push over what somebody else has changed, nor pull over what was edited', async () => {
    await full('updateForm', { params: { id: formId }, body: { title: 'Changed in the dashboard' } });
    write('forms/contact-us.json', { ...read('forms/contact-us.json'), title: 'Changed here' });
    const pushed = await formline('forms push');
    expect({ code: pushed.code, stderr: pushed.stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('somebody else'),
    });
    expect((await full('getForm', { params: { id: formId } })).body.title).toBe('Changed in the dashboard');
    expect((await formline('forms pull')).code).toBe(1);
    expect(read('forms/contact-us.json').title).toBe('Changed here');
    expect((await formline('forms push --force')).code).toBe(0);
    expect((await full('getForm', { params: { id: formId } })).body.title).toBe('Changed here');
  });

  it('makes the same form in another stage', async () => {
    expect((await formline('forms push --stage dev')).stdout).toContain('contact-us.json is a new form');
    const { body } = await development('listForms');
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['Changed here']);
    expect(await json('forms diff --stage dev')).toMatchObject([{ action: 'none' }]);
  });

  it('deletes no form whose file is gone, unless it is asked by name', async () => {
    const id = read('forms/.formline.json').dev['contact-us.json'].id;
    const file = readFileSync(path('forms/contact-us.json'));
    rmSync(path('forms/contact-us.json'));
    expect((await formline('forms push --stage dev')).stdout).toBe(`contact-us.json is gone; its form stays ${id}\n`);
    expect((await development('getForm', { params: { id } })).status).toBe(200);
    expect((await formline('forms push --stage dev --delete contact-us.json')).code).toBe(0);
    expect((await development('getForm', { params: { id } })).status).toBe(404);
    writeFileSync(path('forms/contact-us.json'), file);
  });
});

describe('formline responses', () => {
  itInAll('exports all, and goes on where an export was cut', async () => {
    const done = await formline(`responses export --form ${formId} --out all.jsonl`);
    expect({ code: done.code, stdout: done.stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('Wrote 12 responses'),
    });
    const lines = readFileSync(path('all.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line).answers.name)).toEqual(Array.from({ length: 12 }, (_, n) => `Ada ${n}`));

    const query = { form_id: formId, format: 'jsonl', order: 'asc', limit: 1000 };
    const { body } = await full('listResponses', { query: { form_id: formId, order: 'asc', limit: 5 } });
    const first = `${lines.slice(0, 5).join('\n')}\n`;
    writeFileSync(path('cut.jsonl.part'), `${first}{"id":"half a li`);
    const bytes = Buffer.byteLength(first);
    write('cut.jsonl.progress', { query, header: '', bytes, count: 5, cursor: body.nextCursor });
    expect((await formline(`responses export --form ${formId} --out cut.jsonl`)).code).toBe(0);
    expect(readFileSync(path('cut.jsonl'), 'utf8')).toBe(readFileSync(path('all.jsonl'), 'utf8'));
    expect(readdirSync(client.folder).filter(name => name.startsWith('cut'))).toEqual(['cut.jsonl']);
  });

  itInAll('exports CSV with one header, and refuses to go on when its columns are others', async () => {
    const { text } = await full('listResponses', { query: { form_id: formId, format: 'csv', order: 'asc' } });
    const [header = '', ...rows] = text.trimEnd().split('\r\n');
    const command = `responses export --form ${formId} --format csv --out all.csv`;
    const query = { form_id: formId, format: 'csv', order: 'asc', limit: 1000 };
    const { body } = await full('listResponses', { query: { form_id: formId, order: 'asc', limit: 5 } });
    const first = `${[header, ...rows.slice(0, 5)].join('\r\n')}\r\n`;
    const begin = (begun: string) => {
      writeFileSync(path('all.csv.part'), first);
      write('all.csv.progress', { query, header: begun, bytes: first.length, count: 5, cursor: body.nextCursor });
    };
    begin('id,other\r\n');
    expect((await formline(command)).stderr).toContain('have changed since the export began');
    begin(`${header}\r\n`);
    expect((await formline(command)).stdout).toContain('Wrote 12 responses');
    expect(readFileSync(path('all.csv'), 'utf8')).toBe(text);
  });

  it('shows what arrives', async () => {
    const shown = formline(`responses tail --form ${formId} --since 2026-01-01 --count 13 --json`);
    await full('createSubmission', { params: { formId }, body: { name: 'The last' } });
    const { stdout, stderr } = await shown;
    expect(stderr).toBe('');
    const names = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).answers.name);
    expect(names).toEqual([...Array.from({ length: 12 }, (_, n) => `Ada ${n}`), 'The last']);
  });
});

describe('formline exports', () => {
  it('creates an export, waits for it, and downloads its files', async () => {
    const { stdout, stderr } = await formline(`exports create --form ${formId} --format jsonl --out exported --json`);
    expect(stderr).toBe('');
    const { id, rows, files } = JSON.parse(stdout);
    const lines = readFileSync(path(`exported/${files[0]}`), 'utf8')
      .trimEnd()
      .split('\n');
    expect({ rows, files: files.length }).toEqual({ rows: lines.length, files: 1 });
    expect(lines.map(line => JSON.parse(line).formId)).toEqual(lines.map(() => formId));
    expect(await json('exports list')).toMatchObject([{ id, state: 'done', rows }]);
    expect((await formline(`exports download ${id} --out again`)).stdout).toContain(
      `Wrote ${rows} responses to 1 files`,
    );
  });
});

describe('formline responses tail', () => {
  it('says that it waits, and ends by --count', async () => {
    const { code, stdout, stderr } = await formline(`responses tail --form ${formId} --since 2026-01-01 --count 1`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Waiting for responses. Ctrl-C stops.\n' });
    expect(stdout).toMatch(/^[^\n]+\n$/);
  });
});

describe('formline webhooks', () => {
  itInAll('lists deliveries, and attempts dead ones again', async () => {
    const url = 'http://127.0.0.1:9999/hook';
    const { body } = await full('createWebhook', { body: { url, events: ['response.created'] } });
    await full('testWebhook', { params: { id: body.id } });
    expect((await formline('webhooks list')).stdout).toBe(`${body.id}  active    response.created  ${url}\n`);
    // Responses of the tests before may come to it, too.
    const [delivery] = await json(`webhooks deliveries ${body.id}`);
    expect(delivery).toMatchObject({ webhookId: body.id, event: { name: 'response.created' } });
    expect(await json(`webhooks redrive ${body.id}`)).toMatchObject({ webhookId: body.id, status: 'accepted' });
  });
});

describe('what is typed wrongly', () => {
  itInAll.each([
    ['froms', 'There is no command froms'],
    ['forms pusch', 'forms push'],
    ['forms push --dri-run', 'formline forms push --help'],
    ['webhooks deliveries', 'Name a webhook'],
    ['login', '--url'],
    ['exports download', 'Name an export'],
    ['responses tail --count none', '--count'],
  ])('%s', async (command, said) => {
    const { code, stderr } = await formline(command);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) });
  });

  it('is told every fault that the service finds', async () => {
    const refused = await formline('responses export --from yesterday --status done');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /^The service refuses this:\n {2}status must be one of.*\n {2}from must be an ISO 8601 date/,
    );
  });
});

describe('formline mcp', () => {
  const assistants = new Map<string, Client>();
  afterAll(() => Promise.all([...assistants.values()].map(assistant => assistant.close())));

  /** An assistant that is connected by this command, the same for all tests. */
  const connected = async (...args: string[]) => {
    const known = assistants.get(args.join(' '));
    if (known) return known;
    const assistant = new Client({ name: 'a test', version: '1' });
    const environment = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, String(value)]));
    const server = { command: process.execPath, args: [client.command, 'mcp', ...args], cwd: client.folder };
    await assistant.connect(new StdioClientTransport({ ...server, env: { ...environment, ...env() } }));
    assistants.set(args.join(' '), assistant);
    return assistant;
  };

  it('says which package it needs', async () => {
    expect(await formline('mcp')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm install @modelcontextprotocol/server'),
    });
    client.addProtocol();
  });

  it('reads, and offers nothing that changes anything', async () => {
    const assistant = await connected();
    const { tools } = await assistant.listTools();
    expect(tools.length).toBeGreaterThan(5);
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([]);
    const { content } = await assistant.callTool({ name: 'list_responses', arguments: { form_id: formId, limit: 2 } });
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('"The last"') }]);
    const refused = await assistant
      .callTool({ name: 'update_form', arguments: { id: formId, patch: {} } })
      .catch(String);
    expect(JSON.stringify(refused)).toContain('update_form');
  });

  it('sums up answers, and makes exports', async () => {
    const assistant = await connected('--write');
    const call = async (name: string, args: object) => {
      const { content } = await assistant.callTool({ name, arguments: { ...args } });
      return JSON.parse((content as { text: string }[])[0]?.text ?? '');
    };
    expect(await call('get_form_summary', { id: formId, field_id: 'name' })).toMatchObject({
      fields: [{ fieldId: 'name' }],
    });
    const { id } = await call('create_export', { formId });
    expect(id).toMatch(/^exp_/);
    expect(await call('get_export', { id })).toMatchObject({ format: 'csv', formId });
    expect((await call('list_exports', {})).items[0]).toMatchObject({ id });
    await eventually(async () => expect(await call('list_export_files', { id })).toMatchObject({ total: 1 }));
  });

  it.each([
    ['list_responses', { limit: 500 }, 'limit must be an integer from 1 to 100; 500 was sent'],
    ['list_responses', { limit: '5' }, 'limit must be an integer from 1 to 100; "5" was sent'],
    [
      'list_responses',
      { formId: 'form_x' },
      'formId is not an argument of this tool; it takes form_id, status, from, to, limit, cursor',
    ],
    ['list_forms', { status: 'closed' }, 'status must be one of live, draft, archived; "closed" was sent'],
    ['get_form', {}, 'id is missing'],
    ['get_form', { id: 5 }, 'id must be a string; 5 was sent'],
    ['get_form', { id: 'form_none' }, 'id form_none: '],
    ['list_responses', { from: 'yesterday' }, 'from must be an ISO 8601'],
  ])('names the argument of %s that is wrong: %j', async (name, args, message) => {
    const reader = await connected();
    const refused = await reader.callTool({ name, arguments: args as Record<string, unknown> });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(message) }] });
  });

  it('changes forms when it may, and tells what was refused', async () => {
    const assistant = await connected('--write');
    await assistant.callTool({ name: 'update_form', arguments: { id: formId, patch: { title: 'By an assistant' } } });
    expect((await full('getForm', { params: { id: formId } })).body.title).toBe('By an assistant');
    const refused = await assistant.callTool({ name: 'create_form', arguments: { form: { titel: 'A' } } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('did you mean "title"?') }],
    });
  });
});
