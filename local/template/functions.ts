import type { Properties } from './properties.ts';
import type { Templates } from './template.ts';

export type FunctionResource = {
  readonly name: string;
  readonly logicalId: string;
  readonly codeDir: string;
  /** The module in `codeDir` and its export: `index.handler`. */
  readonly handler: string;
  readonly runtime: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** The level of the JSON log format. Without it, the format is text, and Lambda drops no line. */
  readonly applicationLogLevel?: string;
  /** Whether the function may be part of an endless chain of invocations. */
  readonly allowsRecursion: boolean;
};

export function readFunction(templates: Templates, properties: Properties, name: string): FunctionResource {
  const { resource } = properties;
  const code = properties.required('Code', properties.group('Code'));
  const codeDir = templates.asset(resource, code.required('S3Key', code.text('S3Key')));
  code.withoutEffect('S3Bucket').done();
  const runtime = properties.required('Runtime', properties.text('Runtime'));
  if (!runtime.startsWith('nodejs')) throw properties.refused(`the runtime ${runtime}`);
  const environment = properties.group('Environment');
  const variables = environment?.group('Variables');
  environment?.done();
  properties.withoutEffect('FunctionName', 'Role', 'Architectures', 'Description', 'Tags');
  properties.withoutEffect('TracingConfig');
  return {
    name,
    logicalId: resource.id,
    codeDir,
    handler: properties.required('Handler', properties.text('Handler')),
    runtime,
    environment: Object.fromEntries((variables?.names ?? []).map(key => [key, variables?.text(key) ?? ''])),
    timeoutSeconds: properties.number('Timeout') ?? 3,
    memoryMb: properties.number('MemorySize') ?? 128,
    applicationLogLevel: readLogLevel(properties.group('LoggingConfig')),
    allowsRecursion: allowsRecursion(properties),
  };
}

function readLogLevel(logging: Properties | undefined): string | undefined {
  const level = logging?.text('ApplicationLogLevel') ?? 'INFO';
  const format = logging?.text('LogFormat');
  logging?.withoutEffect('LogGroup', 'SystemLogLevel').done();
  return format === 'JSON' ? level : undefined;
}

function allowsRecursion(properties: Properties): boolean {
  const setting = properties.text('RecursiveLoop') ?? 'Terminate';
  if (setting !== 'Allow' && setting !== 'Terminate') throw properties.refused(`RecursiveLoop ${setting}`);
  return setting === 'Allow';
}
