import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compiled } from '../support/compiled.ts';
import { itInAll } from '../support/in-all.ts';

const script = join(import.meta.dirname, '../../bin/bootstrap.ts');

/** CloudFormation as far as it is asked: a stage that is deployed, and nothing else. DynamoDB refuses whatever comes. */
const answerTo = (body: string): { status: number; text: string } => {
  if (!body.startsWith('Action=DescribeStacks') && !body.includes('&Action=DescribeStacks')) {
    return { status: 400, text: JSON.stringify({ __type: 'ResourceNotFoundException', message: 'no such table' }) };
  }
  if (!body.includes('StackName=Formline-blue-Data')) {
    const error =
      '<Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack does not exist</Message></Error>';
    return { status: 400, text: `<ErrorResponse>${error}</ErrorResponse>` };
  }
  const output =
    '<member><OutputKey>TableName</OutputKey><OutputValue>Formline-blue-Data-Table1</OutputValue></member>';
  const stack = `<member><StackName>Formline-blue-Data</StackName><Outputs>${output}</Outputs></member>`;
  const result = `<DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult>`;
  return { status: 200, text: `<DescribeStacksResponse>${result}</DescribeStacksResponse>` };
};

let server: Server;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { status, text } = answerTo(Buffer.concat(chunks).toString());
    response.writeHead(status).end(text);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

/** Gives what the command prints before it ends with 1. */
function refusal({ cwd, ...settings }: Record<string, string>, ...args: readonly string[]): Promise<string> {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_CLOUDFORMATION: endpoint,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    ...compiled,
    ...settings,
  };
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [script, ...args], { env, cwd }, (error, _, stderr) =>
      error?.code === 1 ? resolve(stderr) : reject(new Error(`It ended otherwise: ${error?.code} ${stderr}`)),
    ),
  );
}

describe('the bootstrap command', () => {
  it('writes to the table that the stage’s data stack names', async () => {
    expect(await refusal({ STAGE: 'blue' })).toContain(
      'The table Formline-blue-Data-Table1 cannot be written: no such',
    );
  });

  itInAll('writes to the table that it is told', async () => {
    expect(await refusal({ STAGE: 'blue', TABLE_NAME: 'restored' })).toContain('The table restored cannot be written');
  });

  itInAll('takes both as commands of CDK do', async () => {
    expect(await refusal({}, '-c', 'stage=blue')).toContain('The table Formline-blue-Data-Table1 cannot be written');
    expect(await refusal({ STAGE: 'blue' }, '-c', 'stage=green')).toContain('Formline-blue-Data-Table1');
    expect(await refusal({}, '--context', 'tableName=restored')).toContain('The table restored cannot be written');
    expect(await refusal({}, '-c', 'stag=blue')).toContain('There is no setting for "-c stag=blue"');
  });

  itInAll('takes the stage as an option, and the table from its file', async () => {
    expect(await refusal({}, '--stage', 'blue')).toContain('The table Formline-blue-Data-Table1 cannot be written');
    expect(await refusal({ STAGE: 'green' }, '--stage', 'blue')).toContain('--stage is blue, and STAGE');
    const cwd = mkdtempSync(join(tmpdir(), 'formline-stages-'));
    mkdirSync(join(cwd, 'stages'));
    writeFileSync(join(cwd, 'stages/blue.json'), '{"TABLE_NAME": "restored"}');
    expect(await refusal({ cwd }, '--stage', 'blue')).toContain('The table restored cannot be written');
    expect(await refusal({ cwd, TABLE_NAME: 'mine' }, '--stage', 'blue')).toContain('The table mine cannot be written');
    rmSync(cwd, { recursive: true });
  });

  it('says which stack is not there, and what to do', async () => {
    const printed = await refusal({ STAGE: 'green' });
    expect(printed).toContain('The stack Formline-green-Data cannot be read: Stack does not exist');
    expect(printed).toContain('npm run deploy');
  });
});
