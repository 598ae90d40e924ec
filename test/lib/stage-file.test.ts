import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { readConfig } from '../../lib/config.ts';
import { readStageFile, stageFileSchema } from '../../lib/stage-file.ts';

const project = join(import.meta.dirname, '../..');
const former = process.cwd();
beforeAll(() => {
  process.chdir(mkdtempSync(join(tmpdir(), 'formline-stages-')));
  mkdirSync('stages');
});
afterAll(() => {
  const directory = process.cwd();
  process.chdir(former);
  rmSync(directory, { recursive: true });
});

const write = (content: unknown) =>
  writeFileSync('stages/blue.json', typeof content === 'string' ? content : JSON.stringify(content));
const read = (environment: NodeJS.ProcessEnv = {}, context = {}) =>
  readConfig({ STAGE: 'blue', ...environment }, context, { fileOf: readStageFile });

const provider = {
  ...{ id: 'okta', name: 'Okta', issuer: 'https://acme.okta.com', clientId: '0oa1' },
  ...{ domains: ['acme.example'], organizations: 'any' },
};
const whole = {
  $schema: '../docs/stage.schema.json',
  KEEP_DATA: true,
  ALARM_EMAIL: 'ops@example.com',
  THROTTLE_BURST: 50,
  LOG_LEVEL: 'WARN',
  WEBHOOK_RETRY_DELAYS_SECONDS: [5, 30, 120],
  OIDC_PROVIDERS: [provider],
};

describe('the file of a stage', () => {
  it('has settings in the types of JSON', () => {
    write(whole);
    const { given, ...config } = read();
    expect(config).toMatchObject({ stage: 'blue', keepsData: true, alarmEmail: 'ops@example.com', logLevel: 'WARN' });
    expect(config.throttle.burst).toBe(50);
    expect(config.webhooks.retryDelays).toEqual([5, 30, 120]);
    expect(config.providers).toEqual([provider]);
    expect(Object.keys(given).sort()).toEqual(
      Object.keys(whole)
        .filter(name => name !== '$schema')
        .sort(),
    );
  });

  it('comes behind the environment and the context', () => {
    write(whole);
    expect(read({ THROTTLE_BURST: '7' }).throttle.burst).toBe(7);
    expect(read({}, { throttleBurst: 8 }).throttle.burst).toBe(8);
    expect(readConfig({ STAGE: 'green' }, {}, { fileOf: readStageFile }).throttle.burst).toBe(2000);
  });

  it('is refused with everything that is wrong with it', () => {
    write({ ALARM_MAIL: 'x@y.example', WEB_ACL: 'true', THROTTLE_BURST: '5', STAGE: 'blue', KEEP_DATA: null });
    for (const words of [
      'stages/blue.json: There is no setting ALARM_MAIL: did you mean ALARM_EMAIL?',
      'stages/blue.json: WEB_ACL is "true"; it must be true or false, without quotes.',
      'stages/blue.json: THROTTLE_BURST is "5"; it must be a whole number, without quotes.',
      'stages/blue.json: STAGE is the name of the file; remove it.',
      'stages/blue.json: KEEP_DATA is null; it must be true or false',
    ])
      expect(() => read()).toThrow(words);
    write('{"ALARM_EMAIL": }');
    expect(() => read()).toThrow('stages/blue.json cannot be read: ');
    write('[]');
    expect(() => read()).toThrow('It is not a JSON object.');
    write({ THROTTLE_BURST: 0 });
    expect(() => read()).toThrow('THROTTLE_BURST is "0"; it must be a whole number of at least 1');
  });

  it('has no place for a secret', () => {
    write({ OIDC_PROVIDERS: [{ ...provider, clientSecret: 'hush' }] });
    expect(() => read()).toThrow('clientSecret is not a property of a provider');
    const accepts = new Ajv({ strict: false }).compile(stageFileSchema());
    expect(accepts(whole)).toBe(true);
    for (const wrong of [
      { ...whole, OIDC_PROVIDERS: [{ ...provider, clientSecret: 'hush' }] },
      { ...whole, ALARM_MAIL: 'x@y.example' },
      { ...whole, THROTTLE_BURST: 0 },
      { ...whole, STAGE: 'blue' },
    ])
      expect(accepts(wrong)).toBe(false);
  });

  it('has the schema that the list of settings makes: npm run openapi', () => {
    const stored = JSON.parse(readFileSync(join(project, 'docs/stage.schema.json'), 'utf8'));
    expect(stored).toEqual(JSON.parse(JSON.stringify(stageFileSchema())));
  });
});
