import { describe, expect, it } from '@jest/globals';
import { readConfig, SettingsError } from '../../lib/config.ts';

const noContext = {};

describe('the settings of a deployment', () => {
  it('make a stage called dev out of nothing', () => {
    expect(readConfig({}, noContext)).toMatchObject({ stage: 'dev', keepsData: false, logLevel: 'INFO' });
  });

  it('keep data unless the stage is one that comes and goes, or KEEP_DATA says so', () => {
    const keeps = (settings: object) => readConfig({ ...settings }, noContext).keepsData;
    const stages = ['production', 'staging', 'device', 'test2', 'prod', 'local', 'dev', 'test', 'pr-12', 'preview-x'];
    expect(stages.filter(STAGE => !keeps({ STAGE }))).toEqual(['dev', 'test', 'pr-12', 'preview-x']);
    expect(keeps({ STAGE: 'dev', KEEP_DATA: 'true' })).toBe(true);
    expect(keeps({ STAGE: 'production', KEEP_DATA: 'false' })).toBe(false);
  });

  it('are taken from the context where the environment says nothing', () => {
    const context = { stage: 'blue', throttleBurst: 7, alarmEmail: 'ops@example.com' };
    const config = readConfig({ STAGE: 'green' }, context);
    expect(config.stage).toBe('green');
    expect(config.throttle.burst).toBe(7);
    expect(config.alarmEmail).toBe('ops@example.com');
  });

  it('let the local cloud read its stream without waiting', () => {
    expect(readConfig({ STAGE: 'local' }, noContext).countingWindowSeconds).toBe(0);
    expect(readConfig({}, noContext).countingWindowSeconds).toBe(10);
    expect(readConfig({ COUNTING_WINDOW_SECONDS: '5' }, noContext).countingWindowSeconds).toBe(5);
  });

  it('take files of up to 10 MB, or of as many bytes as they say', () => {
    expect(readConfig({}, noContext).uploadBytesMax).toBe(10 * 1024 * 1024);
    expect(readConfig({ UPLOAD_BYTES_MAX: '5000' }, noContext).uploadBytesMax).toBe(5000);
    expect(() => readConfig({ UPLOAD_BYTES_MAX: '10 MB' }, noContext)).toThrow('UPLOAD_BYTES_MAX');
  });

  it('hash passwords as OWASP asks for, and for less on stages of tests alone', () => {
    expect(readConfig({ STAGE: 'production' }).passwordCost).toBe(15);
    expect(readConfig({ STAGE: 'production', PASSWORD_COST: '17' }).passwordCost).toBe(17);
    for (const STAGE of ['local', 'test']) expect(readConfig({ STAGE, PASSWORD_COST: '10' }).passwordCost).toBe(10);
    for (const STAGE of ['production', 'dev', 'preview-1']) {
      expect(() => readConfig({ STAGE, PASSWORD_COST: '14' })).toThrow(
        'PASSWORD_COST is "14"; it must be a whole number from 15 to 17.',
      );
    }
    expect(() => readConfig({ STAGE: 'test', PASSWORD_COST: '9' })).toThrow('from 10 to 17');
  });

  it('adopt a restored table by its name and its stream, both of them', () => {
    const stream = 'arn:aws:dynamodb:eu-central-1:123456789012:table/restored/stream/2026-11-22T00:00:00.000';
    const read = (settings: object) => readConfig({ ...settings }, noContext).tableStreamArn;
    expect(read({})).toBeUndefined();
    expect(read({ TABLE_NAME: 'restored', TABLE_STREAM_ARN: stream })).toBe(stream);
    expect(() => read({ TABLE_NAME: 'restored' })).toThrow('TABLE_STREAM_ARN is ""; both must be set');
    expect(() => read({ TABLE_STREAM_ARN: stream })).toThrow('TABLE_NAME is ""');
    const warm = { WARM_WRITE_UNITS_PER_SECOND: '50000' };
    expect(() => read({ TABLE_NAME: 'restored', TABLE_STREAM_ARN: stream, ...warm })).toThrow('update-table');
    const backups = { TABLE_NAME: 'restored', TABLE_STREAM_ARN: stream, PITR_DAYS: '7' };
    expect(() => read(backups)).toThrow('update-continuous-backups');
    expect(() => read({ TABLE_NAME: 'other', TABLE_STREAM_ARN: stream })).toThrow('of one table');
  });

  it('warm the table only when told to, and never below what it starts with', () => {
    expect(readConfig({}, noContext).warmThroughput).toBeUndefined();
    expect(readConfig({ WARM_WRITE_UNITS_PER_SECOND: '50000' }, noContext).warmThroughput).toEqual({
      readUnitsPerSecond: 12_000,
      writeUnitsPerSecond: 50_000,
    });
    expect(() => readConfig({ WARM_WRITE_UNITS_PER_SECOND: '10' }, noContext)).toThrow('at least 4000');
  });

  it('have the services of integrations elsewhere where they are told so, on this machine for the local cloud alone', () => {
    const { integrations } = readConfig({ GOOGLE_TOKEN_URL: 'https://tokens.example/token' }, noContext);
    expect(integrations).toEqual({
      googleTokenUrl: 'https://tokens.example/token',
      googleSheetsUrl: 'https://sheets.googleapis.com',
      notionUrl: 'https://api.notion.com',
      airtableUrl: 'https://api.airtable.com',
    });
    const local = readConfig({ STAGE: 'local', NOTION_URL: 'http://127.0.0.1:4000' }, noContext);
    expect(local.integrations.notionUrl).toBe('http://127.0.0.1:4000');
  });

  it('take providers of single sign-on, on this machine for the local cloud alone', () => {
    const provider = {
      ...{ id: 'acme', name: 'Acme', issuer: 'http://127.0.0.1:4000', clientId: 'c' },
      ...{ domains: ['acme.example'], organizations: 'any' },
    };
    const OIDC_PROVIDERS = JSON.stringify([provider]);
    expect(readConfig({ STAGE: 'local', OIDC_PROVIDERS }, noContext).providers).toEqual([provider]);
    expect(readConfig({}, noContext).providers).toEqual([]);
    expect(() => readConfig({ OIDC_PROVIDERS }, noContext)).toThrow('OIDC_PROVIDERS[0].issuer must be');
  });

  it.each([
    ['STAGE', 'Prod_1', 'STAGE is "Prod_1"; it must be lower-case letters, digits and hyphens'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud"; it must be one of DEBUG, INFO, WARN, ERROR'],
    ['ALARM_EMAIL', 'nobody', 'ALARM_EMAIL is "nobody"; it must be an e-mail address'],
    ['THROTTLE_REQUESTS_PER_SECOND', '-1', 'THROTTLE_REQUESTS_PER_SECOND is "-1"; it must be a whole number'],
    ['COUNTING_WINDOW_SECONDS', '301', 'COUNTING_WINDOW_SECONDS is "301"; it must be a whole number from 0 to 300'],
    ['COUNTING_WINDOW_SECONDS', '1.5', 'COUNTING_WINDOW_SECONDS is "1.5"; it must be a whole number'],
    [
      'NOTION_URL',
      'http://127.0.0.1:9',
      'NOTION_URL is "http://127.0.0.1:9"; it must be an address that begins with https://',
    ],
    ['FAST_DELIVERY_RUNS', '1001', 'FAST_DELIVERY_RUNS is "1001"; it must be a whole number from 2 to 1000'],
    ['KMS_KEY_ARN', 'alias/mine', 'KMS_KEY_ARN is "alias/mine"; it must be the ARN of a key, not of an alias'],
    ['MONTHLY_BUDGET_DOLLARS', '0', 'MONTHLY_BUDGET_DOLLARS is "0"; it must be a whole number of at least 1'],
    ['REQUEST_PATIENCE_MS', '20000', 'REQUEST_PATIENCE_MS is "20000"; it must be a whole number from 500 to 15000'],
    ['LOGIN_CONCURRENCY', '0', 'LOGIN_CONCURRENCY is "0"; it must be a whole number from 1 to 1000'],
    ['PITR_DAYS', '36', 'PITR_DAYS is "36"; it must be a whole number from 1 to 35'],
    ['ORGANIZATION_FOUNDERS', 'all', 'ORGANIZATION_FOUNDERS is "all"; it must be one of users, owners, nobody'],
    ['WEB_ACL', 'on', 'WEB_ACL is "on"; it must be true or false'],
    ['KEEP_DATA', 'yes', 'KEEP_DATA is "yes"; it must be true or false'],
    ['GOOGLE_SHEETS_URL', 'https://x.example/', 'ends without a slash'],
  ])('name the setting %s and what would be right when it is %s', (name, value, message) => {
    expect(() => readConfig({ [name]: value }, noContext)).toThrow(message);
  });

  it('are refused all at once, a sentence each', () => {
    const read = () =>
      readConfig({ THROTTLE_BURST: 'many', KEEP_DATA: 'yes', WEBHOOK_RETRY_DELAYS_SECONDS: 'soon' }, {});
    const sentences = [
      /^KEEP_DATA is "yes"; it .*\.$/,
      /^THROTTLE_BURST is "many"; it .*\.$/,
      /^WEBHOOK_RETRY_DELAYS.*\.$/,
    ];
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(new RegExp(`^${sentences.map(({ source }) => source.slice(1, -1)).join('\n')}$`));
  });

  it.each([
    ['ALARM_MAIL', 'ALARM_EMAIL'],
    ['THROTTLE_REQUEST_PER_SECOND', 'THROTTLE_REQUESTS_PER_SECOND'],
    ['KEEPDATA', 'KEEP_DATA'],
    ['LOCAL_DATE', 'LOCAL_DATA'],
  ])('are refused when they are misspelt: %s is %s', (name, meant) => {
    const read = () => readConfig({ [name]: 'x' }, noContext, { others: ['PORT', 'LOCAL_DATA'] });
    expect(read).toThrow(`There is no setting ${name}: set ${meant}, or unset it.`);
    expect(() => readConfig({ [name]: '' }, noContext)).not.toThrow();
  });

  it('are refused when they are misspelt in the context', () => {
    expect(() => readConfig({}, { throttleBrust: 5 })).toThrow('There is no setting throttleBrust: set throttleBurst');
  });

  it('leave alone what has another name', () => {
    const others = {
      STATE: 'x',
      PATH: 'x',
      TABLE: 'x',
      IMAGE: 'x',
      LEVEL: 'x',
      AWS_REGION: 'x',
      POST: 'x',
      GOOGLE_URL: 'x',
    };
    expect(readConfig(others, { '@aws-cdk/core:stackRelativeExports': true }, { others: ['PORT'] }).stage).toBe('dev');
  });
});
