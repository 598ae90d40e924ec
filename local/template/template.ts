import { readFileSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import { account, region } from '../credentials.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** A resource of a stack, with its properties as in the template: intrinsic functions are unresolved. */
export type Resource = {
  readonly stack: string;
  readonly id: string;
  readonly type: string;
  readonly properties: JsonObject;
};

type Stack = {
  readonly name: string;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly parameters: JsonObject;
  /** Set for a nested stack: its parent, and the values of the parameters. */
  readonly within?: { readonly stack: string; readonly parameters: JsonObject };
  readonly outputs: Readonly<Record<string, { readonly Value: Json }>>;
  /** The local path of each file that the stack expects in a bucket, by key. */
  readonly assets: ReadonlyMap<string, string>;
};

/** Queues get an address in AWS's form here. The local one replaces it when a function's environment is created. */
export const queueUrlBase = `https://sqs.${region}.amazonaws.com`;

export const arn = (service: string, rest: string, place = `${region}:${account}`) =>
  `arn:aws:${service}:${place}:${rest}`;

/** The end of the stream ARN of a declared table. The engine generates the real one. */
export const ownStream = '/stream/local';

/** The results of `Ref` and `Fn::GetAtt` for resources that others refer to. */
type References = { readonly ref?: string; readonly attributes?: Record<string, string> };
const references: Record<string, (name: string) => References> = {
  'AWS::DynamoDB::Table': name => ({
    attributes: { Arn: arn('dynamodb', `table/${name}`), StreamArn: arn('dynamodb', `table/${name}${ownStream}`) },
  }),
  'AWS::SQS::Queue': name => ({
    ref: `${queueUrlBase}/${account}/${name}`,
    attributes: { Arn: arn('sqs', name), QueueName: name, QueueUrl: `${queueUrlBase}/${account}/${name}` },
  }),
  'AWS::S3::Bucket': name => ({
    attributes: { Arn: arn('s3', name, ':'), RegionalDomainName: `${name}.s3.${region}.amazonaws.com` },
  }),
  'AWS::KMS::Key': name => ({ attributes: { Arn: arn('kms', `key/${name}`), KeyId: name } }),
  'AWS::Lambda::Function': name => ({ attributes: { Arn: arn('lambda', `function:${name}`) } }),
  'AWS::Events::Rule': name => ({ attributes: { Arn: arn('events', `rule/${name}`) } }),
  'AWS::IAM::Role': name => ({ attributes: { Arn: arn('iam', `role/${name}`, `:${account}`) } }),
  'AWS::Logs::LogGroup': name => ({ attributes: { Arn: arn('logs', `log-group:${name}:*`) } }),
  'AWS::SNS::Topic': name => ({
    ref: arn('sns', name),
    attributes: { TopicArn: arn('sns', name), TopicName: name },
  }),
  'AWS::ApiGateway::RestApi': name => ({ attributes: { RestApiId: name, RootResourceId: 'root' } }),
  'AWS::ApiGateway::Deployment': name => ({ attributes: { DeploymentId: name } }),
};
const nameProperties: Record<string, string> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::ApiGateway::Stage': 'StageName',
  'AWS::ApiGatewayV2::Stage': 'StageName',
  'AWS::SES::ConfigurationSet': 'Name',
};

/** The limit for the names of buckets, which is lower than those of functions and queues. */
const longestName = 63;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The templates of a synthesized cloud assembly. Resolves the intrinsic functions in them. */
export class Templates {
  readonly resources: readonly Resource[];
  readonly #stacks: ReadonlyMap<string, Stack>;

  constructor(assemblyDir: string) {
    this.#stacks = readStacks(assemblyDir);
    for (const stack of this.#stacks.values()) refuseManyLookups(stack);
    this.resources = [...this.#stacks.values()].flatMap(stack => Object.values(stack.resources));
  }

  /**
   * Returns a resource's local name: its own, or one derived from its stack and logical ID, the same at every start.
   */
  nameOf(resource: Resource): string {
    const own = nameProperties[resource.type];
    const given = own && resource.properties[own];
    if (given) return String(this.resolve(given, resource));
    const name = `${resource.stack}-${resource.id}`.slice(-longestName).replace(/^-+/, '');
    return resource.type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
  }

  /** Returns the directory or file of the asset uploaded under `key`. */
  asset(resource: Resource, key: string): string {
    const path = this.#stacks.get(resource.stack)?.assets.get(key);
    if (!path) throw refusalOf(resource, `the asset ${key}, which the assembly does not hold`);
    return path;
  }

  /** Returns the value with every intrinsic function resolved. Throws with the name of an unknown one. */
  resolve(value: Json, at: Resource): Json | undefined {
    if (Array.isArray(value)) {
      return value.map(item => this.resolve(item, at)).filter(item => item !== undefined);
    }
    if (!isObject(value)) return value;
    const [key, ...others] = Object.keys(value);
    if (key !== undefined && others.length === 0 && (key === 'Ref' || key.startsWith('Fn::'))) {
      return this.#call(key, value[key] ?? null, at);
    }
    const entries = Object.entries(value).map(([name, item]) => [name, this.resolve(item, at)] as const);
    return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
  }

  #call(name: string, argument: Json, at: Resource): Json | undefined {
    const list = () => (this.resolve(argument, at) as readonly Json[]) ?? [];
    switch (name) {
      case 'Ref':
        return this.#ref(String(argument), at);
      case 'Fn::GetAtt': {
        const [id = '', ...attribute] = typeof argument === 'string' ? argument.split('.') : (argument as string[]);
        return this.#attribute(id, attribute.join('.'), at);
      }
      case 'Fn::Join': {
        const [separator, parts] = list() as [string, Json[]];
        return parts.map(String).join(separator);
      }
      case 'Fn::Select': {
        const [index, values] = list() as [number, Json[]];
        return values[index];
      }
      case 'Fn::Split': {
        const [delimiter, text] = list() as [string, string];
        return text.split(delimiter);
      }
      case 'Fn::Sub':
        return this.#substitute(argument, at);
      case 'Fn::GetStackOutput': {
        const { StackName, OutputName } = this.resolve(argument, at) as JsonObject;
        return this.#output(String(StackName), String(OutputName), at);
      }
      default:
        throw refusalOf(at, `the intrinsic function ${name}`);
    }
  }

  #ref(name: string, at: Resource): Json | undefined {
    const pseudo: Record<string, string | undefined> = {
      'AWS::Region': region,
      'AWS::AccountId': account,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': at.stack,
      'AWS::NoValue': undefined,
    };
    if (Object.hasOwn(pseudo, name)) return pseudo[name];
    const stack = this.#stacks.get(at.stack);
    const given = stack?.within?.parameters[name];
    if (stack?.within && given !== undefined) return this.resolve(given, { ...at, stack: stack.within.stack });
    const parameter = stack?.parameters[name];
    if (isObject(parameter) && parameter.Default !== undefined) return parameter.Default;
    const target = this.#resource(name, at);
    const physicalName = this.nameOf(target);
    return references[target.type]?.(physicalName).ref ?? physicalName;
  }

  #attribute(id: string, attribute: string, at: Resource): Json {
    const target = this.#resource(id, at);
    if (target.type === 'AWS::SSM::Parameter' && attribute === 'Value') {
      return this.resolve(target.properties.Value ?? null, target) ?? null;
    }
    if (target.type === nestedType) {
      const [, output = ''] = attribute.split('Outputs.');
      return this.#output(nestedName(target), output, at) ?? null;
    }
    const value = references[target.type]?.(this.nameOf(target)).attributes?.[attribute];
    if (value === undefined) throw refusalOf(at, `Fn::GetAtt ${id}.${attribute} (${target.type})`);
    return value;
  }

  #resource(id: string, at: Resource): Resource {
    const target = this.#stacks.get(at.stack)?.resources[id];
    if (!target) throw refusalOf(at, `a reference to ${id}, which the stack does not hold`);
    return target;
  }

  #substitute(argument: Json, at: Resource): string {
    const [text, values] = (Array.isArray(argument) ? argument : [argument, {}]) as [string, JsonObject];
    return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      const own = values[name];
      if (own !== undefined) return String(this.resolve(own, at));
      const [id = '', ...attribute] = name.split('.');
      return String(attribute.length > 0 ? this.#attribute(id, attribute.join('.'), at) : this.#ref(name, at));
    });
  }

  #output(stackName: string, outputName: string, at: Resource): Json | undefined {
    const output = this.#stacks.get(stackName)?.outputs[outputName];
    if (!output) throw refusalOf(at, `the output ${outputName} of ${stackName}, which does not exist`);
    return this.resolve(output.Value, { ...at, stack: stackName });
  }
}

const nestedType = 'AWS::CloudFormation::Stack';

/** Returns a nested stack's name as in AWS, without the suffix: `Formline-local-Api-Forms`. */
const nestedName = ({ stack, id }: Resource): string => `${stack}-${id.replace(/NestedStack.*/, '')}`;

/**
 * The maximum of lookups. Above it, CloudFormation may end a deployment: it runs one per second, and has failed at 75.
 */
const lookupsMax = 30;

function refuseManyLookups({ name, resources }: Stack): void {
  const lookups = JSON.stringify(resources).match(/"Fn::GetStackOutput"/g)?.length ?? 0;
  if (lookups <= lookupsMax) return;
  throw refusalOf({ stack: name, id: 'all resources' }, `${lookups} times Fn::GetStackOutput, more than ${lookupsMax}`);
}

/** Creates the error for a template that asks for something unsupported. */
export function refusalOf(at: Pick<Resource, 'stack' | 'id'>, what: string): Error {
  return new Error(`${at.stack}, ${at.id}: the local cloud does not support ${what}.`);
}

function readStacks(assemblyDir: string): Map<string, Stack> {
  const manifest = readJson(join(assemblyDir, 'manifest.json')) as {
    artifacts?: Record<string, { type: string; properties?: { templateFile?: string; stackName?: string } }>;
  };
  const stacks = new Map<string, Stack>();
  for (const [id, artifact] of Object.entries(manifest.artifacts ?? {})) {
    if (artifact.type !== 'aws:cloudformation:stack') continue;
    const name = artifact.properties?.stackName ?? id;
    const stack = readStack(assemblyDir, name, artifact.properties?.templateFile ?? `${id}.template.json`);
    for (const each of [stack, ...nestedStacks(stack)]) stacks.set(each.name, each);
  }
  return stacks;
}

const readStack = (assemblyDir: string, name: string, templateFile: string): Stack => ({
  ...readTemplate(name, join(assemblyDir, templateFile)),
  assets: readAssets(assemblyDir, templateFile.replace('.template.json', '.assets.json')),
});

/** Returns the stacks within a stack, one level deep. Their templates and files are among its assets. */
function nestedStacks({ name, assets, resources }: Stack): Stack[] {
  const nested = Object.values(resources).filter(({ type }) => type === nestedType);
  return nested.map(resource => {
    const [key = ''] = /[0-9a-f]{64}\.json/.exec(JSON.stringify(resource.properties.TemplateURL)) ?? [];
    const file = assets.get(key);
    if (!file) throw refusalOf(resource, `the template ${key}, which the assembly does not hold`);
    const parameters = (resource.properties.Parameters ?? {}) as JsonObject;
    return { ...readTemplate(nestedName(resource), file), assets, within: { stack: name, parameters } };
  });
}

function readTemplate(name: string, file: string): Omit<Stack, 'assets'> {
  const template = readJson(file) as {
    Resources?: Record<string, { Type: string; Properties?: JsonObject }>;
    Parameters?: JsonObject;
    Outputs?: Stack['outputs'];
  };
  const resources = Object.entries(template.Resources ?? {}).map(
    ([id, { Type, Properties }]): Resource => ({ stack: name, id, type: Type, properties: Properties ?? {} }),
  );
  return {
    name,
    resources: Object.fromEntries(resources.map(resource => [resource.id, resource])),
    parameters: template.Parameters ?? {},
    outputs: template.Outputs ?? {},
  };
}

function readAssets(assemblyDir: string, file: string): Map<string, string> {
  const { files = {} } = readJson(join(assemblyDir, file)) as {
    files?: Record<string, { source: { path: string }; destinations: Record<string, { objectKey: string }> }>;
  };
  return new Map(
    Object.values(files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, resolvePath(assemblyDir, source.path)] as const),
    ),
  );
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`The cloud assembly is incomplete: ${path} is missing.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The cloud assembly is broken: ${path} is not JSON (${(error as Error).message}).`);
  }
}
