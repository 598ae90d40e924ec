import type { Contract, Contracts } from '../../../shared/contracts/contract.ts';
import { api } from '../../../shared/contracts/index.ts';
import type { SynthesisProps } from './synthesis.ts';

/** Whatever CloudFormation takes; tests reach into it. */
export type Json = ReturnType<typeof JSON.parse>;

export type TemplateResource = {
  readonly Type: string;
  readonly Properties: Json;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
};

export type StackTemplate = {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
  readonly Parameters?: Readonly<Record<string, unknown>>;
  readonly Outputs?: Readonly<Record<string, { Value?: unknown; Export?: { Name: string } }>>;
};

export type Part = 'Data' | 'Api' | 'Delivery' | 'Monitoring';

/** The stack that there is with `WEB_DOMAIN` alone. */
type WithWeb = Record<Part, StackTemplate> & { Web?: StackTemplate };

/** What settings name, and some of the others: a synthesis takes as long as there are functions. */
const named = /^(login|createSubmission|createEvents|getForm|getHome|getDashboard)$/;
export const someContracts: Contracts = Object.fromEntries(
  Object.entries<Contract>(api).filter(
    ([operation, { servedBy = operation }], index) =>
      named.test(servedBy) || (servedBy === operation && index % 16 === 0),
  ),
);

const { createRequire } = process.getBuiltinModule('node:module');

/**
 * The templates of a deployment whose bundles are empty files: nothing is built, and no account is asked. The functions of the API
 * are in its template, and references between stacks where they are used, as if stacks had no limits.
 * Node itself loads the CDK, once in a process: Jest would load it for each file anew, in three seconds.
 */
export function synthesize(environment: NodeJS.ProcessEnv, props: SynthesisProps = {}): WithWeb {
  const { templatesOf } = createRequire(import.meta.filename)('./synthesis.ts') as typeof import('./synthesis.ts');
  return JSON.parse(templatesOf(environment, props)).flat;
}

/** The templates as CloudFormation gets them: each stack, and each of the stacks within the API, by its name. */
export function deployedTemplates(environment: NodeJS.ProcessEnv): Record<string, StackTemplate> {
  const { templatesOf } = createRequire(import.meta.filename)('./synthesis.ts') as typeof import('./synthesis.ts');
  return JSON.parse(templatesOf(environment, {})).deployed;
}

/** The resources of a type, by their logical ids. */
export function resourcesOf(template: StackTemplate, type: string): Record<string, TemplateResource> {
  return Object.fromEntries(Object.entries(template.Resources).filter(([, resource]) => resource.Type === type));
}

/** The one resource of a type whose logical id is `name` and CDK's hash, or one of our own before it. */
export function resourceNamed(template: StackTemplate, type: string, name: string): TemplateResource {
  const withHash = new RegExp(`^${name}([0-9A-F]{8}){1,2}$`);
  const found = Object.entries(resourcesOf(template, type)).filter(([id]) => withHash.test(id));
  const [[, resource] = []] = found;
  if (!resource || found.length > 1)
    throw new Error(`${found.length} resources of the type ${type} are called ${name}`);
  return resource;
}
