import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FormlineApp, type FormlineAppProps, onlyTemplates } from '../../../lib/formline-app.ts';
import { api } from '../../../shared/contracts/index.ts';
import { deployedTemplates, flatTemplates } from './flat-templates.ts';

export type SynthesisProps = Partial<Pick<FormlineAppProps, 'contracts' | 'checked'>>;

const project = join(import.meta.dirname, '../../..');
const workers = readdirSync(join(project, 'functions/workers')).map(file => basename(file, '.ts'));
const { context } = JSON.parse(readFileSync(join(project, 'cdk.json'), 'utf8'));

/** Synthesizes the templates of a deployment by part, flat and as deployed. */
export function synthesized(
  environment: NodeJS.ProcessEnv,
  { contracts = api, checked = false }: SynthesisProps,
): object {
  const directory = mkdtempSync(join(tmpdir(), 'synthesis-'));
  const bundlesDirectory = join(directory, 'bundles');
  for (const name of [...Object.keys(contracts).map(kebabCase), ...workers]) {
    mkdirSync(join(bundlesDirectory, name), { recursive: true });
    writeFileSync(join(bundlesDirectory, name, 'index.cjs'), `// ${name}`);
  }
  const app = new FormlineApp({
    ...{ contracts, bundlesDirectory, environment, checked, outdir: join(directory, 'cdk.out') },
    ...onlyTemplates,
    context: { ...context, ...onlyTemplates.context },
    builtinCloudFormationValidation: false,
  });
  const assembly = app.synth();
  const parts = ['Data', 'Api', 'Delivery', 'Monitoring', ...(app.web ? ['Web'] : [])];
  const name = (part: string) => `Formline-${app.config.stage}-${part}`;
  const deployed = Object.fromEntries(parts.map(part => [name(part), deployedTemplates(assembly, name(part))]));
  rmSync(directory, { recursive: true });
  const flat = flatTemplates(deployed);
  return {
    flat: Object.fromEntries(parts.map(part => [part, flat[name(part)]])),
    deployed: Object.fromEntries(
      parts.flatMap(part => {
        const { template, within = {} } = deployed[name(part)] ?? {};
        return [
          [part, template],
          ...Object.entries(within).map(([id, each]) => [id.replace(/NestedStack.*/, ''), each]),
        ];
      }),
    ),
  };
}

function kebabCase(operation: string): string {
  return operation.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}
