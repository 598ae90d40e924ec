import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { checkNode } from '../../bin/doctor/machine.ts';
import { version } from '../../lib/version.ts';
import { compiled } from '../support/compiled.ts';
import { AwsAccountDouble, healthy } from '../support/doubles/aws-account.ts';
import { itInAll } from '../support/in-all.ts';

const script = join(import.meta.dirname, '../../bin/doctor.ts');
const double = new AwsAccountDouble();
let endpoint: string;
beforeAll(async () => {
  endpoint = await double.start();
});
afterAll(() => double.close());
beforeEach(() => {
  double.account = healthy();
});

/** What the command prints, and how it ends. */
const examine = (
  settings: Record<string, string> = {},
  ...args: readonly string[]
): Promise<{ printed: string; code: number }> => {
  const env = {
    HOME: '/nonexistent',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: endpoint,
    ...compiled,
    ...settings,
  };
  return new Promise(resolve =>
    execFile(process.execPath, [script, ...args], { env }, (error, stdout) =>
      resolve({ printed: stdout, code: Number(error?.code ?? 0) }),
    ),
  );
};

it('finds a good account ready, and says what it looked at', async () => {
  const { printed, code } = await examine({ STAGE: 'production' });
  expect(code).toBe(0);
  expect(printed).not.toMatch(/[✗!]/);
  for (const what of [
    /Node 24/,
    /stage production/,
    /eu-central-1/,
    /123456789012/,
    /bootstrapped, version 28/,
    /not deployed yet/,
    /Lambda: 1000/,
    /API Gateway: 10000/,
    /table: 40000/,
    /X-Ray: 3 of 25/,
    /IAM roles: 40 of 1000/,
    /Ready: npm run deploy/,
  ])
    expect(printed).toMatch(what);
});

it('says of each thing that a deployment would fail for what to do', async () => {
  double.account = {
    stacks: {
      CDKToolkit: { status: 'CREATE_COMPLETE', outputs: { BootstrapVersion: '5' } },
      'Formline-blue-Api': { status: 'ROLLBACK_COMPLETE' },
    },
    quotas: { 'L-B99A9384': 10 },
    ...{ roles: 950, rolesMax: 1000, samplingRules: 24 },
    refused: [],
  };
  const { printed, code } = await examine({ STAGE: 'blue', LOGIN_CONCURRENCY: '5' });
  expect(code).toBe(1);
  for (const what of [
    /✗ CDK is bootstrapped with version 5.*\n.*npx cdk bootstrap/,
    /✗ Formline-blue-Api is ROLLBACK_COMPLETE\n.*delete-stack/,
    /✗ API Gateway has no role.*\n.*API_GATEWAY_ACCOUNT_ROLE=true/,
    /✗ Concurrent executions of Lambda: 10\n.*--quota-code L-B99A9384 --desired-value 105/,
    /✗ Sampling rules of X-Ray: 23 of 25.*\n.*needs 3.*TRACED_PERCENT/,
    /✗ IAM roles: 950 of 1000\n.*L-FE177D64 --desired-value 2000/,
    /A deployment would fail: 6 of/,
  ])
    expect(printed).toMatch(what);
  delete double.account.stacks.CDKToolkit;
  const other = await examine({ API_GATEWAY_ACCOUNT_ROLE: 'true' });
  expect(other.printed).toMatch(/✗ the account is not bootstrapped/);
  expect(other.printed).toMatch(/! Concurrent executions of Lambda: 10\n.*a new account has 10/);
  expect(other.printed).toMatch(/✓ the deployment sets the role/);
});

itInAll('holds quotas against the settings', async () => {
  const { printed } = await examine({ THROTTLE_REQUESTS_PER_SECOND: '20000', WARM_WRITE_UNITS_PER_SECOND: '60000' });
  expect(printed).toMatch(/! Requests a second of API Gateway: 10000\n.*THROTTLE_REQUESTS_PER_SECOND/);
  expect(printed).toMatch(/✗ Write units a second of a table: 40000\n.*--desired-value 60000/);
});

itInAll('stops where nothing more could be learnt, and goes on where something may not be read', async () => {
  double.account.refused = ['sts'];
  const refused = await examine();
  expect(refused.printed).toMatch(/✗ AWS does not take the credentials: .*token is invalid\n.*aws sso login/);
  expect(refused.printed).not.toMatch(/Lambda/);
  const nowhere = await examine({ AWS_REGION: '' });
  expect(nowhere.printed).toMatch(/✗ there is no region\n.*AWS_REGION/);
  double.account.refused = ['cloudformation', 'servicequotas', 'iam'];
  const { printed, code } = await examine();
  expect(code).toBe(0);
  expect(printed).toMatch(/! CDK’s bootstrap could not be looked at: .*not authorized/);
  expect(printed).toMatch(/! Concurrent executions of Lambda could not be looked at/);
  expect(printed).toMatch(/✓ API Gateway has a role/);
});

itInAll('says what is done by hand between the version that runs and this one', async () => {
  const runs = async (outputs: Record<string, string>) => {
    double.account.stacks['Formline-blue-Api'] = { status: 'UPDATE_COMPLETE', outputs };
    return (await examine({ STAGE: 'blue' })).printed;
  };
  expect(await runs({})).toMatch(
    /! stage blue runs a version before 0\.2\.0\. On the way to [\d.]+, do by hand:\n +0\.2\.0\n +1\. Delete/,
  );
  expect(await runs({ Version: `${version}+1a2b3c4d5e6f` })).toContain(
    `✓ stage blue runs ${version}+1a2b3c4d5e6f; nothing is done by hand`,
  );
  expect(await runs({ Version: '99.0.0+1a2b3c4d5e6f' })).toContain(
    '! stage blue runs 99.0.0+1a2b3c4d5e6f, which is newer',
  );
});

itInAll('looks at the settings, the engine and Node', async () => {
  const { printed, code } = await examine({ ALARM_EMAIL: 'nobody', DYNAMODB_LOCAL: '/nowhere' });
  expect(code).toBe(1);
  expect(printed).toMatch(/✗ the settings cannot be taken\n.*ALARM_EMAIL is "nobody"/);
  expect(printed).toMatch(/! there is no DynamoDB engine/);
  const context = ['-c', 'stage=blue', '-c', 'throttleRequestsPerSecond=20000'];
  expect((await examine({}, ...context)).printed).toMatch(
    /of stage blue\n[\s\S]*! Requests a second of API Gateway: 10000/,
  );
  expect((await examine({ STAGE: 'local' })).printed).toMatch(/✗ STAGE is local/);
  for (const old of ['20.11.0', '22.9.1', '22.17.0']) {
    expect(checkNode(old)).toMatchObject({ level: 'fails', advice: expect.stringMatching(/npm ci/) });
  }
  for (const enough of ['22.18.0', '24.0.0']) expect(checkNode(enough)).toMatchObject({ level: 'passes' });
});
