import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Bundles, bundleFunctions, type Sources } from '../../../bin/build/bundle-functions.ts';
import type { Contract } from '../../../shared/contracts/contract.ts';
import { itInAll } from '../../support/in-all.ts';

const project = join(import.meta.dirname, '../../..');
const directory = mkdtempSync(join(tmpdir(), 'build-'));

const createThing: Contract = {
  method: 'POST',
  path: '/things',
  summary: 'Create a thing',
  auth: ['secretKey'],
  grants: ['table:write'],
  status: 201,
  query: { type: 'object', properties: { count: { type: 'integer', default: 1 } }, additionalProperties: false },
  body: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 2, description: 'What people call it.' } },
  },
};

const checksAThing = `
import { DynamoDBClient, ListTablesCommand } from '${project}/node_modules/@aws-sdk/client-dynamodb';
import { faultsOf } from '${project}/shared/http/validation/validate.ts';
import { createThing } from '../../shared/contracts/things.ts';
export const handler = async ({ part, value }: { part: 'query' | 'body'; value: object }) =>
  ({ faults: faultsOf(part, createThing[part], value), value });
export const contract = createThing;
export const tables = () => new DynamoDBClient({}).send(new ListTablesCommand({}));
`;

let bundles: Bundles;
let sources: Sources;

beforeAll(async () => {
  const functionsDirectory = join(directory, 'functions');
  for (const folder of ['functions/things', 'functions/workers', 'shared/contracts']) {
    mkdirSync(join(directory, folder), { recursive: true });
  }
  const contracts = `export const createThing = ${JSON.stringify(createThing)};`;
  writeFileSync(join(directory, 'shared/contracts/things.ts'), contracts);
  writeFileSync(join(functionsDirectory, 'things/create-thing.ts'), checksAThing);
  writeFileSync(join(directory, 'shared/rarely.ts'), `export const rarely = () => 'rarely needed';`);
  const needsRarely = `export const handler = async () => (await import('../../shared/rarely.ts')).rarely();`;
  writeFileSync(join(functionsDirectory, 'workers/count-things.ts'), needsRarely);
  sources = { functionsDirectory, contracts: { createThing } };
  bundles = await bundleFunctions(join(directory, 'out'), sources);
});

afterAll(() => rmSync(directory, { recursive: true }));

const bundleOf = (name: string, out = 'out') => join(directory, out, name, 'index.cjs');
const required = (name: string) => createRequire(bundleOf(name))(bundleOf(name));

describe('the bundles', () => {
  it('are one CommonJS file for each function, measured', () => {
    expect([...bundles.sizeBytes.keys()].sort()).toEqual(['count-things', 'create-thing']);
    expect(bundles.sizeBytes.get('create-thing')).toBe(readFileSync(bundleOf('create-thing')).byteLength);
  });

  it('leave what is imported on demand in a file beside the function, and in no other', async () => {
    const rarely = join(directory, 'out/count-things/rarely.cjs');
    expect(readFileSync(bundleOf('count-things'), 'utf8')).not.toContain('rarely needed');
    expect(readFileSync(rarely, 'utf8')).toContain('rarely needed');
    expect(readdirSync(join(directory, 'out/create-thing'))).toEqual(['index.cjs']);
    expect(await required('count-things').handler()).toBe('rarely needed');
  });

  it('run some modules when they are first used, and no sooner', async () => {
    const functionsDirectory = join(directory, 'deferring');
    mkdirSync(join(functionsDirectory, 'workers'), { recursive: true });
    const source = `
      import { deflateRawSync, inflateRawSync } from 'node:zlib';
      import { patternOf } from '${project}/shared/domain/forms/patterns.ts';
      export const unpack = () => inflateRawSync(deflateRawSync('packed')).toString();
      export const match = text => patternOf('^a+$').isFoundIn(text);`;
    writeFileSync(join(functionsDirectory, 'workers/match-things.ts'), source);
    await bundleFunctions(join(directory, 'deferred'), { functionsDirectory, contracts: {} });
    const script = `
      const { unpack, match } = require('./index.cjs');
      const loaded = () => [process.moduleLoadList.includes('NativeModule zlib'), Object.keys(require.cache).length];
      console.log(JSON.stringify([loaded(), unpack(), loaded(), match('aa'), match('b'), loaded()]));`;
    const printed = execFileSync(process.execPath, ['-e', script], {
      cwd: join(directory, 'deferred/match-things'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(JSON.parse(String(printed))).toEqual([[false, 1], 'packed', [true, 1], true, false, [true, 2]]);
  });

  it('are refused when two of their parts would be one file', async () => {
    const functionsDirectory = join(directory, 'twins/functions');
    for (const folder of ['functions/workers', 'one', 'other'])
      mkdirSync(join(directory, 'twins', folder), { recursive: true });
    for (const folder of ['one', 'other']) {
      writeFileSync(join(directory, 'twins', folder, 'rarely.ts'), `export const rarely = () => '${folder}';`);
      const needsIt = `export const handler = async () => (await import('../../${folder}/rarely.ts')).rarely();`;
      writeFileSync(join(functionsDirectory, `workers/count-${folder}.ts`), needsIt);
    }
    const bundled = bundleFunctions(join(directory, 'twins/out'), { functionsDirectory, contracts: {} });
    await expect(bundled).rejects.toThrow(
      /Two parts share the name \.\/rarely\.cjs: .*one\/rarely\.ts and .*other\/rarely\.ts/s,
    );
  });

  itInAll('are the same bytes for the same sources', async () => {
    await bundleFunctions(join(directory, 'again'), sources);
    expect(readFileSync(bundleOf('create-thing', 'again')).equals(readFileSync(bundleOf('create-thing')))).toBe(true);
  });

  it('are complete first for the functions that are named, with the same bytes', async () => {
    const out = join(directory, 'in-rounds');
    const rounds: object[] = [];
    const onBundled = (names: readonly string[]) =>
      rounds.push({ names, files: globSync('*/*.cjs', { cwd: out }).sort() });
    await bundleFunctions(out, sources, { first: ['create-thing'], onBundled });
    const all = ['count-things/index.cjs', 'count-things/rarely.cjs', 'create-thing/index.cjs'];
    expect(rounds).toEqual([
      { names: [], files: [] },
      { names: ['create-thing'], files: ['create-thing/index.cjs'] },
      { names: ['count-things'], files: all },
    ]);
    for (const file of all) {
      expect(readFileSync(join(out, file)).equals(readFileSync(join(directory, 'out', file)))).toBe(true);
    }
    await bundleFunctions(out, sources, { onBundled });
    expect(rounds.slice(3)).toEqual([{ names: ['create-thing', 'count-things'], files: all }]);
  });

  it('check by the validators of another function that they import, whichever is bundled with them', async () => {
    const functionsDirectory = join(directory, 'importing-another/functions');
    for (const folder of ['things', 'workers']) mkdirSync(join(functionsDirectory, folder), { recursive: true });
    writeFileSync(
      join(functionsDirectory, 'things/create-thing.ts'),
      checksAThing.replaceAll('../../shared', '../../../shared'),
    );
    writeFileSync(
      join(functionsDirectory, 'workers/import-things.ts'),
      `export { handler } from '../things/create-thing.ts';`,
    );
    const out = join(directory, 'importing-another/out');
    const others = { functionsDirectory, contracts: { createThing } };
    await bundleFunctions(out, others, { first: ['import-things'] });
    const { handler } = createRequire(out)(join(out, 'import-things/index.cjs'));
    expect((await handler({ part: 'body', value: { name: 'x' } })).faults).toHaveLength(1);
  });

  it('stay as they are until a source of theirs changes, or a part, or the file is gone', async () => {
    const out = 'changing';
    const bundled = async () => {
      await bundleFunctions(join(directory, out), sources);
      const files = ['create-thing/index.cjs', 'count-things/index.cjs', 'count-things/rarely.cjs'];
      return files.map(file => statSync(join(directory, out, file)).mtimeMs);
    };
    const first = await bundled();
    expect(await bundled()).toEqual(first);

    writeFileSync(join(directory, 'shared/rarely.ts'), `export const rarely = () => 'rarely changed';`);
    const [thing, ...counting] = await bundled();
    expect([thing, counting.every((time, index) => time > (first[index + 1] ?? 0))]).toEqual([first[0], true]);
    expect(readFileSync(join(directory, out, 'count-things/rarely.cjs'), 'utf8')).toContain('rarely changed');

    rmSync(bundleOf('create-thing', out));
    const { sizeBytes } = await bundleFunctions(join(directory, out), sources);
    expect(readFileSync(bundleOf('create-thing', out)).equals(readFileSync(bundleOf('create-thing')))).toBe(true);
    expect(sizeBytes).toEqual(bundles.sizeBytes);
  });

  it('are made again where an earlier run failed', async () => {
    const functionsDirectory = join(directory, 'failing/functions');
    mkdirSync(join(functionsDirectory, 'workers'), { recursive: true });
    const source = join(functionsDirectory, 'workers/fail-things.ts');
    const bundle = async (contents: string) => {
      writeFileSync(source, contents);
      await bundleFunctions(join(directory, 'failing/out'), { functionsDirectory, contracts: {} });
      return readFileSync(bundleOf('fail-things', 'failing/out'), 'utf8');
    };
    const good = `export const handler = () => 'good';`;
    const first = await bundle(good);
    await expect(bundle(`try { require('not-installed'); } catch {}`)).rejects.toThrow('not-installed');
    expect(await bundle(good)).toBe(first);
  });

  it('leave nothing behind of a function that is gone', async () => {
    mkdirSync(join(directory, 'gone/delete-thing'), { recursive: true });
    await bundleFunctions(join(directory, 'gone'), sources);
    expect(readdirSync(join(directory, 'gone')).sort()).toEqual(['count-things', 'create-thing']);
  });

  it('check by the compiled validators of the operation’s contract', async () => {
    const { handler } = required('create-thing');
    const { faults } = await handler({ part: 'body', value: { name: 'x' } });
    expect(faults).toEqual([expect.objectContaining({ field: 'name', rule: 'minLength' })]);
    expect((await handler({ part: 'body', value: { name: 'xy' } })).faults).toEqual([]);
    const misspelt = await handler({ part: 'query', value: { cuont: '7' } });
    expect(misspelt.faults).toEqual([expect.objectContaining({ message: expect.stringContaining('"count"?') })]);
  });

  it('coerce and complete the query, and never the body', async () => {
    const { handler } = required('create-thing');
    expect(await handler({ part: 'query', value: { count: '7' } })).toEqual({ faults: [], value: { count: 7 } });
    expect(await handler({ part: 'query', value: {} })).toEqual({ faults: [], value: { count: 1 } });
    expect((await handler({ part: 'body', value: { name: 12 } })).faults).toHaveLength(1);
  });

  it('leave out what no function reads of a contract: its texts, and the schemas that are compiled', () => {
    expect(readFileSync(bundleOf('create-thing'), 'utf8')).not.toContain('What people call it.');
    const { contract } = required('create-thing');
    expect(contract).toMatchObject({ method: 'POST', auth: ['secretKey'], status: 201, query: {}, body: {} });
    expect(contract.body).toEqual({ $id: 'createThing/body' });
    expect(contract.headers).toBeUndefined();
  });

  it('are refused when one imports what it does not hold', async () => {
    const functionsDirectory = join(directory, 'importing');
    mkdirSync(join(functionsDirectory, 'workers'), { recursive: true });
    const source = `let found;\ntry { found = require('not-installed'); } catch {}\nexport const handler = async () => found;`;
    writeFileSync(join(functionsDirectory, 'workers/try-things.ts'), source);
    const bundling = bundleFunctions(join(directory, 'refused'), { functionsDirectory, contracts: {} });
    await expect(bundling).rejects.toThrow('try-things/index.cjs imports not-installed, which no Lambda function');
  });

  it('are refused when a part imports what it does not hold', async () => {
    const functionsDirectory = join(directory, 'importing-by-part');
    mkdirSync(join(functionsDirectory, 'workers'), { recursive: true });
    writeFileSync(join(directory, 'shared/seldom.ts'), `try { require('not-installed'); } catch {}`);
    const source = `export const handler = () => import('../../shared/seldom.ts');`;
    writeFileSync(join(functionsDirectory, 'workers/need-seldom.ts'), source);
    const bundling = bundleFunctions(join(directory, 'refused'), { functionsDirectory, contracts: {} });
    await expect(bundling).rejects.toThrow('need-seldom/seldom.cjs imports not-installed, which no Lambda function');
  });

  it('read no configuration of the AWS CLI: a function is configured by its environment', () => {
    const bundle = readFileSync(bundleOf('create-thing'), 'utf8');
    expect(bundle).toContain('AWS_REGION');
    expect(bundle).not.toContain('AWS_CONFIG_FILE');
  });

  it('hold neither Ajv’s compiler nor the SDK’s chain of credential providers', () => {
    const inputs = Object.keys(bundles.metafile.inputs);
    expect(inputs.some(path => path.includes('client-dynamodb'))).toBe(true);
    expect(
      inputs.filter(path => /ajv\/dist\/(core|ajv|compile)|credential-provider-(node|sso|ini)/.test(path)),
    ).toEqual([]);
  });
});
