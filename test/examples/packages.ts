import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { run } from '../clients/tools.ts';
import { npmInstall, type Target } from './target.ts';

const project = join(import.meta.dirname, '../..');

/** Renders the component on a server, and uses the client. TypeScript reports each expected error that is none. */
const program = `
import { Formline, submit } from '@formline/client';
import { FormlineForm, type FormlineElement } from '@formline/react';
import { createRef } from 'react';
import { renderToString } from 'react-dom/server';

type Contact = { name: string; email?: string };
const [api = '', secretKey = '', form = ''] = process.argv.slice(2);
const ref = createRef<FormlineElement<Contact>>();
const schema = { id: form, title: '</script>', version: 1, fields: [] };
const html = renderToString(
  <FormlineForm<Contact>
    ref={ref} api={api} form={form} publishableKey="pk_live_x" theme={undefined} preview schema={schema} className="wide"
    onSubmit={({ values }, event) => values.name === '' && event.preventDefault()}
    onSuccess={({ response }) => console.log(response.answers.name?.toUpperCase())}
  >
    Loading
  </FormlineForm>,
);
// @ts-expect-error: the key is missing
const keyless = () => <FormlineForm api={api} form={form} />;
const element = () => <formline-form form={form} publishable-key="pk_live_x" theme="dark" style={{ width: 300 }} />;
// @ts-expect-error: there is no such theme
const themed = () => <formline-form form={form} publishable-key="pk_live_x" theme="blue" />;
const formline = new Formline({ baseUrl: api, secretKey });
const { id } = await submit<Contact>(formline, form, { name: 'Ada' });
const { answers } = await formline.responses.get<Contact>(id);
console.log(html.replaceAll(form, 'FORM').replaceAll(api, 'API'), renderToString(element()).length > 0, answers.name);
export const unused = [keyless, themed];
`;

const rendered =
  '<formline-form form="FORM" publishable-key="pk_live_x" api="API" preview="" class="wide"><script type="application/json">{"id":"FORM","title":"\\u003c/script>","version":1,"fields":[]}</script>Loading</formline-form>';

const tsconfig = {
  compilerOptions: {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    ...{ target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'], module: 'nodenext', jsx: 'react-jsx' },
    ...{ outDir: 'out', types: ['node'] },
  },
  files: ['main.tsx'],
};

/** Installs the packed packages, and uses them in one program. The client must run without Node's modules too. */
export async function packages({ folder, clientPackage, reactPackage, ...target }: Target): Promise<string> {
  const cwd = join(folder, 'packages');
  mkdirSync(cwd);
  const dependencies = {
    '@formline/client': `file:${clientPackage}`,
    '@formline/react': `file:${reactPackage}`,
    '@types/node': '24.19.2',
    '@types/react': '19.3.0',
    '@types/react-dom': '19',
    react: '19.3.1',
    'react-dom': '19.3.1',
  };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  writeFileSync(join(cwd, 'main.tsx'), program);
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(tsconfig));
  await npmInstall(cwd);
  await run(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), '-p', cwd], cwd);
  const { baseUrl, secretKey, formId } = target;
  const printed = await run(process.execPath, ['out/main.js', baseUrl, secretKey, formId], cwd);
  const expected = `${rendered} true Ada`;
  if (printed.trim() !== expected) throw new Error(`The program printed\n${printed}\nnot\n${expected}`);
  await build({
    stdin: { contents: `export * from '@formline/client'`, resolveDir: cwd },
    ...{ bundle: true, write: false, platform: 'neutral', mainFields: ['module'], logLevel: 'silent' },
  });
  return 'installed, compiled with exactOptionalPropertyTypes, rendered on a server, and bundled without Node';
}
