import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSync } from 'esbuild';
import { type Cloud, startCloud } from '../../../local/cloud.ts';
import { findNamed } from '../../../local/template/assembly.ts';
import { itInAll } from '../../support/in-all.ts';
import { api, proxyTo, Recording, removeDirectory, temporaryDirectory, writeAssembly } from '../fixture-assembly.ts';

/** Passes each message on to its next queue, 40 times at most, by the SDK itself: that tells of the chain. */
const source = `
import { appendFileSync } from 'node:fs';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
const sqs = new SQSClient({});
export const handler = async ({ Records = [] }) => {
  for (const { body } of Records) {
    const { chain, hop } = JSON.parse(body);
    appendFileSync(process.env.RECORDING, JSON.stringify({ chain, hop }) + '\\n');
    const MessageBody = JSON.stringify({ chain, hop: hop + 1 });
    if (hop < 40) await sqs.send(new SendMessageCommand({ QueueUrl: process.env.NEXT, MessageBody }));
  }
};`;

type Hop = { readonly chain: string; readonly hop: number };

let directory: string;
let recording: Recording;
let cloud: Cloud;
let sqs: SQSClient;

/** Functions, each of which works off the queue of its name and sends to the one of the next. */
const links = {
  Itself: { next: 'Itself' },
  Meant: { next: 'Meant', properties: { RecursiveLoop: 'Allow' } },
  One: { next: 'Other' },
  Other: { next: 'One' },
} as const;

beforeAll(async () => {
  directory = temporaryDirectory();
  recording = new Recording(directory);
  const stdin = { contents: source, resolveDir: import.meta.dirname };
  const [bundle] = buildSync({ stdin, bundle: true, platform: 'node', format: 'cjs', write: false }).outputFiles;
  const resources = Object.keys(links).map(name => ({
    [`${name}Queue`]: {
      Type: 'AWS::SQS::Queue',
      Properties: { RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 5 } },
    },
    [`${name}Mapping`]: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { EventSourceArn: { 'Fn::GetAtt': [`${name}Queue`, 'Arn'] }, FunctionName: { Ref: name } },
    },
  }));
  const functions = Object.entries(links).map(([name, { next, ...more }]) => {
    const Variables = { RECORDING: recording.file, NEXT: { Ref: `${next}Queue` } };
    const properties = { Environment: { Variables }, ...('properties' in more && more.properties) };
    return [name, { source: bundle?.text ?? '', properties }] as const;
  });
  const assemblyDir = writeAssembly(
    join(directory, 'assembly'),
    Object.assign({ Dead: { Type: 'AWS::SQS::Queue' } }, ...resources, api({ '/': { get: proxyTo('Itself') } })),
    Object.fromEntries(functions),
  );
  const environment = { PATH: process.env.PATH };
  cloud = await startCloud({ assemblyDir, dataDir: join(directory, 'data'), port: 0, environment });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  sqs = new SQSClient({ endpoint: cloud.environment.AWS_ENDPOINT_URL_SQS, region: 'us-east-1', credentials });
});

afterAll(async () => {
  sqs.destroy();
  await cloud.close();
  removeDirectory(directory);
});

const urlOf = (queue: string) => `${cloud.environment.AWS_ENDPOINT_URL_SQS}/000000000000/Fixture-${queue}`;

async function begin(name: keyof typeof links): Promise<void> {
  const MessageBody = JSON.stringify({ chain: name, hop: 1 });
  await sqs.send(new SendMessageCommand({ QueueUrl: urlOf(`${name}Queue`), MessageBody }));
}

const hopsOf = (chain: string) => recording.read<Hop>().filter(seen => seen.chain === chain);

async function deadLetter(): Promise<Hop> {
  const command = new ReceiveMessageCommand({ QueueUrl: urlOf('Dead'), WaitTimeSeconds: 20 });
  const { Messages: [message] = [] } = await sqs.send(command);
  return JSON.parse(message?.Body ?? 'null');
}

describe('a chain of invocations', () => {
  it('ends with the sixteenth invocation, its message among the dead letters', async () => {
    await begin('Itself');
    expect(await deadLetter()).toEqual({ chain: 'Itself', hop: 17 });
    expect(hopsOf('Itself')).toHaveLength(16);
    const log = readFileSync(join(directory, 'data', 'functions.log'), 'utf8');
    expect(log).toMatch(/Itself Lambda ends a recursive loop: .* RecursiveLoop: Allow/);
  });

  itInAll('ends as well when it comes back by another function', async () => {
    await begin('One');
    expect(await deadLetter()).toEqual({ chain: 'One', hop: 33 });
    expect(hopsOf('One')).toHaveLength(32);
  });

  itInAll('goes on when its function allows it', async () => {
    await begin('Meant');
    await recording.until<Hop>(seen => seen.some(({ chain, hop }) => chain === 'Meant' && hop === 40));
    expect(hopsOf('Meant')).toHaveLength(40);
  });

  it('may do so where the template says it', () => {
    const allowing = Object.keys(links).filter(name => findNamed(cloud.assembly.functions, name).allowsRecursion);
    expect(allowing).toEqual(['Meant']);
  });
});
