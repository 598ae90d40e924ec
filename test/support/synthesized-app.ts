import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FormlineApp, type FormlineAppProps } from '../../lib/formline-app.ts';
import { api } from '../../shared/contracts/index.ts';

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
  readonly Outputs?: Readonly<Record<string, { Value?: unknown; Export?: { Name: string } }>>;
};

export type Part = 'Data' | 'Api' | 'Delivery' | 'Monitoring';

/** The stack that there is with `WEB_DOMAIN` alone. */
type WithWeb = Record<Part, StackTemplate> & { Web?: StackTemplate };

const workers = ['count-events', 'dispatch-events', 'sweep-due', 'run-job', 'deliver-event', 'stop-addresses'];

/** The templates of a deployment whose bundles are empty files: nothing is built, and no account is asked. */
export function synthesize(environment: NodeJS.ProcessEnv, props: Partial<FormlineAppProps> = {}): WithWeb {
  const bundlesDirectory = mkdtempSync(join(tmpdir(), 'bundles-'));
  const contracts = props.contracts ?? api;
  for (const name of [...Object.keys(contracts).map(kebabCase), ...workers]) {
    mkdirSync(join(bundlesDirectory, name));
    writeFileSync(join(bundlesDirectory, name, 'index.cjs'), `// ${name}`);
  }
  const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8'));
  const outdir = mkdtempSync(join(tmpdir(), 'cdk.out-'));
  const base = { contracts, bundlesDirectory, environment, checked: false, builtinCloudFormationValidation: false };
  const app = new FormlineApp({ ...base, context, outdir, ...props });
  const assembly = app.synth();
  const template = (part: Part | 'Web') => assembly.getStackByName(`Formline-${app.config.stage}-${part}`).template;
  const templates = {
    Data: template('Data'),
    Api: template('Api'),
    Delivery: template('Delivery'),
    Monitoring: template('Monitoring'),
    ...(app.web && { Web: template('Web') }),
  };
  for (const directory of [bundlesDirectory, outdir]) rmSync(directory, { recursive: true });
  return templates;
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

function kebabCase(operation: string): string {
  return operation.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}
