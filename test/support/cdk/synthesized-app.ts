import type { Contract, Contracts } from '../../../shared/contracts/contract.ts';
import { api } from '../../../shared/contracts/index.ts';
import type { SynthesisProps } from './synthesis.ts';

/** Any value in a template, typed loosely for tests. */
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

export type StackName = 'Data' | 'Api' | 'Delivery' | 'Monitoring';

/** The templates with the stack that exists only with `WEB_DOMAIN`. */
type WithWeb = Record<StackName, StackTemplate> & { Web?: StackTemplate };

/** The functions that settings name, and a few others: synthesis time grows with their number. */
const named = /^(login|createSubmission|createEvents|getForm|getHome|getDashboard)$/;
export const someContracts: Contracts = Object.fromEntries(
  Object.entries<Contract>(api).filter(
    ([operation, { servedBy = operation }], index) =>
      named.test(servedBy) || (servedBy === operation && index % 16 === 0),
  ),
);

const { createRequire } = process.getBuiltinModule('node:module');

/**
 * Synthesizes the templates of a deployment with empty files as bundles. It builds nothing and calls no account. The
 * API's template contains its functions, and references between stacks stay where they are used, as if stacks had no
 * limits. Node itself loads the CDK, once per process: Jest would load it for each file, in three seconds.
 */
export function synthesize(environment: NodeJS.ProcessEnv, props: SynthesisProps = {}): WithWeb {
  return JSON.parse(keptTemplates(environment, props)).flat;
}

function keptTemplates(environment: NodeJS.ProcessEnv, props: SynthesisProps): string {
  const { templatesOf } = createRequire(import.meta.filename)(
    './kept-templates.ts',
  ) as typeof import('./kept-templates.ts');
  return templatesOf(environment, props);
}

/** Returns the templates as CloudFormation gets them: each stack and each nested stack of the API, by name. */
export function deployedTemplates(environment: NodeJS.ProcessEnv): Record<string, StackTemplate> {
  return JSON.parse(keptTemplates(environment, {})).deployed;
}

/** Returns the resources of a type, by logical ID. */
export function resourcesOf(template: StackTemplate, type: string): Record<string, TemplateResource> {
  return Object.fromEntries(Object.entries(template.Resources).filter(([, resource]) => resource.Type === type));
}

/** Returns the one resource of a type whose logical ID is `name` and a hash, either CDK's or our own. */
export function resourceNamed(template: StackTemplate, type: string, name: string): TemplateResource {
  const withHash = new RegExp(`^${name}([0-9A-F]{8}){1,2}$`);
  const found = Object.entries(resourcesOf(template, type)).filter(([id]) => withHash.test(id));
  const [[, resource] = []] = found;
  if (!resource || found.length > 1)
    throw new Error(`${found.length} resources of the type ${type} are called ${name}`);
  return resource;
}
