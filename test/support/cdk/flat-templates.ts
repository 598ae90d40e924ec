import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';

// biome-ignore lint/suspicious/noExplicitAny: whatever CloudFormation takes
type Json = any;

/** The template of a stack as deployed, and those of its nested stacks by ID. */
export type DeployedTemplates = { readonly template: Json; readonly within: Readonly<Record<string, Json>> };

export function deployedTemplates(assembly: CloudAssembly, stackName: string): DeployedTemplates {
  const { directory } = assembly;
  const { template } = assembly.getStackByName(stackName);
  const manifest = JSON.parse(readFileSync(join(directory, `${stackName}.assets.json`), 'utf8'));
  const within = Object.entries<Json>(template.Resources).flatMap(([id, { Type, Properties }]) => {
    if (Type !== 'AWS::CloudFormation::Stack') return [];
    const [hash = ''] = /[0-9a-f]{64}/.exec(JSON.stringify(Properties.TemplateURL)) ?? [];
    return [[id, JSON.parse(readFileSync(join(directory, manifest.files[hash].source.path), 'utf8'))]];
  });
  return { template, within: Object.fromEntries(within) };
}

/**
 * Merges the templates of a deployment into one per stack. Resources of nested stacks become the stack's own, and
 * values from another stack are looked up where they are used.
 */
export function flatTemplates(deployed: Readonly<Record<string, DeployedTemplates>>): Record<string, Json> {
  const flat = Object.fromEntries(Object.entries(deployed).map(([name, each]) => [name, withoutNesting(each)]));
  return Object.fromEntries(Object.entries(flat).map(([name, template]) => [name, withoutJoining(template, flat)]));
}

function withoutNesting({ template, within }: DeployedTemplates): Json {
  const resources: Json = {};
  const outputs = new Map<string, Json>();
  for (const [id, nested] of Object.entries(within)) {
    const given = template.Resources[id].Properties.Parameters;
    const { Resources, Outputs = {} } = replaced(nested, value => given[value.Ref]);
    Object.assign(resources, Resources);
    for (const [name, { Value }] of Object.entries<Json>(Outputs)) outputs.set(`${id}.Outputs.${name}`, Value);
  }
  const own = Object.entries(template.Resources).filter(([id]) => !(id in within));
  const flat = { ...template, Resources: { ...Object.fromEntries(own), ...resources } };
  return replaced(flat, value => outputs.get([value['Fn::GetAtt']].flat().join('.')));
}

function withoutJoining(template: Json, flat: Readonly<Record<string, Json>>): Json {
  const text =
    /^\{"Fn::Select":\[0,\{"Fn::Split":\["\|",\{"Fn::Select":\[1,\{"Fn::Split":\["\|(\w+)=",\{"Fn::GetAtt":\["(\w+)"/;
  const looked = replaced(template, value => {
    const [, key, id] = text.exec(JSON.stringify(value)) ?? [];
    if (!key || !id) return undefined;
    const { StackName } = template.Resources[id].Properties.Value['Fn::GetStackOutput'];
    const OutputName = Object.keys(flat[StackName].Outputs).find(name => name.endsWith(key));
    return { 'Fn::GetStackOutput': { StackName, OutputName } };
  });
  const own = Object.entries<Json>(looked.Resources).filter(([, { Type }]) => Type !== 'AWS::SSM::Parameter');
  return { ...looked, Resources: Object.fromEntries(own) };
}

/** Returns a copy, in which the objects that `other` has a value for are replaced. */
const replaced = (template: Json, other: (value: Json) => Json | undefined): Json =>
  JSON.parse(JSON.stringify(template), (_, value) =>
    value !== null && typeof value === 'object' ? joined(other(value) ?? value) : value,
  );

/** Simplifies a join whose parts are all text. */
function joined(value: Json): Json {
  const [separator, parts] = value['Fn::Join'] ?? [];
  return parts?.every((part: Json) => typeof part === 'string') ? parts.join(separator) : value;
}
