import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type TemplateResource = { readonly Type: string; readonly Properties?: object };

/** A directory of its own in the system's place for temporary files. */
export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'local-cloud-test-'));
}

export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

/** A function's template, and its CommonJS source as an asset. */
export type FixtureFunction = { readonly source: string; readonly properties?: object };

/** Writes a cloud assembly of one stack, `Fixture`, in the form that CDK synthesizes. */
export function writeAssembly(
  directory: string,
  resources: Readonly<Record<string, TemplateResource>>,
  functions: Readonly<Record<string, FixtureFunction>> = {},
  template: object = {},
): string {
  const files: Record<string, object> = {};
  const all: Record<string, TemplateResource> = { ...resources };
  for (const [id, { source, properties }] of Object.entries(functions)) {
    mkdirSync(join(directory, `asset.${id}`), { recursive: true });
    writeFileSync(join(directory, `asset.${id}`, 'index.cjs'), source);
    const destinations = { here: { bucketName: 'assets', objectKey: `${id}.zip` } };
    files[id] = { source: { path: `asset.${id}`, packaging: 'zip' }, destinations };
    all[id] = {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Code: { S3Bucket: { 'Fn::Sub': `assets-\${AWS::AccountId}` }, S3Key: `${id}.zip` },
        Handler: 'index.handler',
        Runtime: 'nodejs24.x',
        Role: 'role',
        FunctionName: id,
        ...properties,
      },
    };
  }
  mkdirSync(directory, { recursive: true });
  const manifest = {
    artifacts: { Fixture: { type: 'aws:cloudformation:stack', properties: { templateFile: 'Fixture.template.json' } } },
  };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(directory, 'Fixture.template.json'), JSON.stringify({ Resources: all, ...template }));
  writeFileSync(join(directory, 'Fixture.assets.json'), JSON.stringify({ files }));
  return directory;
}

export function api(paths: object, more: object = {}): Record<string, TemplateResource> {
  return {
    Api: {
      Type: 'AWS::ApiGateway::RestApi',
      Properties: {
        MinimumCompressionSize: 1024,
        Body: { openapi: '3.0.1', info: { title: 'Fixture', version: '1' }, paths, ...more },
      },
    },
  };
}

/** The operation of an OpenAPI path that hands the request to a function. */
export function proxyTo(
  functionId: string,
  { streamed = false, ...more }: { streamed?: boolean; [name: string]: unknown } = {},
) {
  const version = streamed ? '2021-11-15' : '2015-03-31';
  const action = streamed ? 'response-streaming-invocations' : 'invocations';
  const prefix = `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/${version}/functions/`;
  return {
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri: { 'Fn::Sub': `${prefix}\${${functionId}.Arn}/${action}` },
      ...(streamed && { responseTransferMode: 'STREAM' }),
      ...more,
    },
  };
}

/** A file that functions append lines of JSON to, as the one thing of theirs that a test can see. */
export class Recording {
  readonly file: string;

  constructor(directory: string) {
    this.file = join(directory, 'recorded.jsonl');
    appendFileSync(this.file, '');
  }

  read<T>(): T[] {
    if (!existsSync(this.file)) return [];
    const lines = readFileSync(this.file, 'utf8').split('\n');
    return lines.filter(line => line !== '').map(line => JSON.parse(line) as T);
  }

  /** Waits until what was recorded is as wanted; gives it. */
  async until<T>(wanted: (recorded: T[]) => boolean): Promise<T[]> {
    for (const end = Date.now() + 20_000; ; ) {
      const recorded = this.read<T>();
      if (wanted(recorded)) return recorded;
      if (Date.now() > end) throw new Error(`Still waiting; recorded so far: ${JSON.stringify(recorded)}`);
      await sleep(20);
    }
  }
}
