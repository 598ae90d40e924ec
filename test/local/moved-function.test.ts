import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startCloud } from '../../local/cloud.ts';
import { api, removeDirectory, temporaryDirectory, writeAssembly } from './fixture-assembly.ts';

let directory: string;

beforeAll(() => {
  directory = temporaryDirectory();
});
afterAll(() => removeDirectory(directory));

/** Answers with the subject of its stack, and with the subjects that have answered before it. */
const source = `
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
exports.handler = async () => {
  const { SUBJECT, KEPT } = process.env;
  const before = existsSync(KEPT) ? readFileSync(KEPT, 'utf8').trim().split('\\n') : [];
  appendFileSync(KEPT, SUBJECT + '\\n');
  return { statusCode: 200, body: JSON.stringify({ by: SUBJECT, before }) };
};`;

const keyOf = (subject: string): string => `${Buffer.from(subject).toString('hex').padEnd(64, '0')}.json`;

/** Writes an assembly in which these subjects, as nested stacks, have a function of the same logical ID. */
function assembly(name: string, subjects: readonly string[], called: string): string {
  const folder = join(directory, name);
  const nested = subjects.map(subject => [
    `${subject}NestedStack`,
    {
      Type: 'AWS::CloudFormation::Stack',
      Properties: {
        TemplateURL: { 'Fn::Sub': `https://s3.\${AWS::Region}.amazonaws.com/assets/${keyOf(subject)}` },
        Parameters: { Subject: subject },
      },
    },
  ]);
  const arn = { 'Fn::GetAtt': [`${called}NestedStack`, 'Outputs.GetThingArn'] };
  const uri = ['arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/', arn, '/invocations'];
  const integration = { type: 'aws_proxy', httpMethod: 'POST', uri: { 'Fn::Join': ['', uri] } };
  writeAssembly(folder, {
    ...api({ '/thing': { get: { 'x-amazon-apigateway-integration': integration } } }),
    ...Object.fromEntries(nested),
  });
  mkdirSync(join(folder, 'asset.GetThing'));
  writeFileSync(join(folder, 'asset.GetThing/index.cjs'), source);
  const file = join(folder, 'Fixture.assets.json');
  const { files } = JSON.parse(readFileSync(file, 'utf8'));
  files.GetThing = { source: { path: 'asset.GetThing' }, destinations: { here: { objectKey: 'GetThing.zip' } } };
  for (const subject of subjects) {
    files[subject] = { source: { path: `${subject}.json` }, destinations: { here: { objectKey: keyOf(subject) } } };
    const properties = {
      Code: { S3Bucket: 'assets', S3Key: 'GetThing.zip' },
      ...{ Handler: 'index.handler', Runtime: 'nodejs24.x', Role: 'role' },
      Environment: { Variables: { SUBJECT: { Ref: 'Subject' }, KEPT: join(directory, 'kept') } },
    };
    const template = {
      Parameters: { Subject: { Type: 'String' } },
      Resources: { GetThing: { Type: 'AWS::Lambda::Function', Properties: properties } },
      Outputs: { GetThingArn: { Value: { 'Fn::GetAtt': ['GetThing', 'Arn'] } } },
    };
    writeFileSync(join(folder, `${subject}.json`), JSON.stringify(template));
  }
  writeFileSync(file, JSON.stringify({ files }));
  return folder;
}

/** Starts a cloud on the data of the former ones, asks for the thing, and stops it. */
async function ask(assemblyDir: string): Promise<{ by: string; before: string[] }> {
  const environment = { PATH: process.env.PATH };
  const cloud = await startCloud({ assemblyDir, dataDir: join(directory, 'data'), port: 0, environment });
  try {
    const answer = await fetch(`${cloud.baseUrl}/thing`);
    expect(answer.status).toBe(200);
    return (await answer.json()) as { by: string; before: string[] };
  } finally {
    await cloud.close();
  }
}

it('goes on through each step in which CloudFormation moves a function to another stack', async () => {
  const steps = [
    await ask(assembly('before', ['Forms'], 'Forms')),
    // It creates the new function beside the former one, points the gateway to it, then deletes the former one.
    await ask(assembly('created', ['Forms', 'Responses'], 'Forms')),
    await ask(assembly('switched', ['Forms', 'Responses'], 'Responses')),
    await ask(assembly('after', ['Responses'], 'Responses')),
  ];
  expect(steps.map(({ by }) => by)).toEqual(['Forms', 'Forms', 'Responses', 'Responses']);
  expect(steps.at(-1)?.before).toEqual(['Forms', 'Forms', 'Responses']);
});
