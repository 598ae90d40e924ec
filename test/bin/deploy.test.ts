import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { resourcesOf, someContracts, synthesize } from '../support/cdk/synthesized-app.ts';
import { compiled } from '../support/compiled.ts';
import { AwsAccountDouble, healthy } from '../support/doubles/aws-account.ts';
import { itInAll } from '../support/in-all.ts';

const script = join(import.meta.dirname, '../../bin/deploy.ts');
const double = new AwsAccountDouble();
let endpoint: string;
let cwd: string;
beforeAll(async () => {
  endpoint = await double.start();
  cwd = mkdtempSync(join(tmpdir(), 'formline-deploy-'));
  mkdirSync(join(cwd, 'stages'));
});
afterAll(() => {
  double.close();
  rmSync(cwd, { recursive: true });
});

/** What the command prints before it would run CDK, which finds no app here. */
function deploy(settings: object, ...args: readonly string[]): Promise<{ printed: string; code: number }> {
  writeFileSync(join(cwd, 'stages/blue.json'), JSON.stringify(settings));
  const env = {
    HOME: '/nonexistent',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: endpoint,
    ...compiled,
  };
  return new Promise(resolve =>
    execFile(process.execPath, [script, '--stage', 'blue', ...args], { env, cwd }, (error, stdout, stderr) =>
      resolve({ printed: stdout + stderr, code: Number(error?.code ?? 0) }),
    ),
  );
}

/** The account, once a stage was deployed with these settings: its outputs are those of its template. */
function deployed(settings: Record<string, string>): void {
  const { Data } = synthesize({ STAGE: 'blue', ...settings }, { contracts: someContracts });
  const outputs = Object.entries(Data.Outputs ?? {}).flatMap(([name, { Value }]) =>
    typeof Value === 'string' ? [[name, Value]] : [],
  );
  const account = healthy();
  account.stacks['Formline-blue-Data'] = { status: 'UPDATE_COMPLETE', outputs: Object.fromEntries(outputs) };
  double.account = account;
}

it('refuses to take away what the stage remembers, unless it is named', async () => {
  deployed({ ALARM_EMAIL: 'ops@example.com', THROTTLE_BURST: '50' });
  const refused = await deploy({ THROTTLE_BURST: 60 });
  expect(refused.code).toBe(1);
  expect(refused.printed).toContain('  "ALARM_EMAIL": "ops@example.com"');
  expect(refused.printed).toContain('--remove ALARM_EMAIL');
  const named = await deploy({ THROTTLE_BURST: 60 }, '--remove', 'ALARM_EMAIL');
  expect(named.printed).toContain('- ALARM_EMAIL\n~ THROTTLE_BURST: 50 → 60\n');
  expect(named.printed).toMatch(/--app is required/);
});

itInAll('knows of a stage of before what its stacks show', async () => {
  const account = healthy();
  account.stacks['Formline-blue-Data'] = { status: 'UPDATE_COMPLETE', outputs: { TableName: 'restored' } };
  account.stacks['Formline-blue-Api'] = {
    status: 'UPDATE_COMPLETE',
    outputs: { ApiAddress: 'https://forms.example.com', ApiDomainTarget: 'd-1.execute-api.aws' },
  };
  double.account = account;
  const { printed, code } = await deploy({});
  expect(code).toBe(1);
  expect(printed).toContain('"TABLE_NAME": "restored"');
  expect(printed).toContain('"API_DOMAIN": "forms.example.com"');
  account.stacks['Formline-blue-Data'] = {
    status: 'UPDATE_COMPLETE',
    outputs: { TableName: 'Formline-blue-Data-TableCD117FA1-1ABC' },
  };
  delete account.stacks['Formline-blue-Api'];
  expect((await deploy({})).printed).toMatch(/--app is required/);
});

it('asks AWS nothing when the settings cannot be taken', async () => {
  double.account = { ...healthy(), refused: ['sts', 'cloudformation'] };
  const { printed, code } = await deploy({ ALARM_EMAIL: 'nobody' });
  expect(code).toBe(1);
  expect(printed).toMatch(/^ALARM_EMAIL is "nobody"; it must be an e-mail address/);
  expect((await deploy({})).printed).toMatch(/AWS does not take the credentials: .*token is invalid/);
});

itInAll('keeps a stage paused that is paused, and does not pause another', async () => {
  deployed({});
  double.account.stacks['Formline-blue-Api'] = { status: 'UPDATE_COMPLETE' };
  double.account.stageVariables = { paused: 'no' };
  expect((await deploy({})).printed).not.toContain('paused');
  double.account.stageVariables = { paused: '2026-11-23T12:00:00.000Z' };
  expect((await deploy({})).printed).toContain(
    'Stage blue is paused since 2026-11-23T12:00:00.000Z, and stays paused.',
  );
  const both = {
    ...{ SUBMIT_API: 'http', API_DOMAIN: 'forms.example.com' },
    API_CERTIFICATE_ARN: 'arn:aws:acm:eu-central-1:123456789012:certificate/1234abcd',
  };
  const variablesOf = (settings: object) => {
    const { Api } = synthesize({ STAGE: 'blue', ...both, ...settings }, { contracts: someContracts });
    const [rest, ...others] = Object.values(resourcesOf(Api, 'AWS::ApiGateway::Stage'));
    const [http] = Object.values(resourcesOf(Api, 'AWS::ApiGatewayV2::Stage'));
    expect(others).toEqual([]);
    return [rest?.Properties.Variables, http?.Properties.StageVariables];
  };
  const paused = { paused: '2026-11-23T12:00:00.000Z' };
  expect(variablesOf({ PAUSED_SINCE: paused.paused })).toEqual([paused, paused]);
  expect(variablesOf({})).toEqual([undefined, undefined]);
});
