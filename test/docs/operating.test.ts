import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { productionSettings } from '../support/cdk/every-setting.ts';
import { resourcesOf, type StackName, synthesize } from '../support/cdk/synthesized-app.ts';

const project = join(import.meta.dirname, '../..');
const text = (file: string) => readFileSync(join(project, file), 'utf8');

const operating = text('docs/operating.md');
const commands = [...operating.matchAll(/^ *```sh\n([\s\S]*?)```/gm)].map(([, block]) => block ?? '');
const templates = synthesize(productionSettings);
const resources = [...operating.matchAll(/\bresource (\w+) (AWS::[\w:]+) (\w+)/g)].map(
  ([, part, type, id]) => [part, type, id] as [StackName, string, string],
);

describe('the commands for operators', () => {
  it.each(commands.map((block, index) => [index + 1, block] as const))('are bash in block %d', (_, block) => {
    expect(spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(resources)('name one resource of the %s stack: %s %s', (part, type, id) => {
    const named = Object.keys(resourcesOf(templates[part], type)).filter(logicalId => logicalId.startsWith(id));
    expect(named).toHaveLength(1);
  });

  it('call scripts that there are', () => {
    const { scripts } = JSON.parse(text('package.json'));
    const called = [...operating.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
    expect(called).toEqual(expect.arrayContaining(['deploy', 'move']));
    expect(called.filter(name => !scripts[name])).toEqual([]);
  });

  it('lead to articles that there are', () => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-');
    for (const [, file = '', anchor = ''] of operating.matchAll(/\]\(((?!http)[\w./-]*)#([\w-]+)\)/g)) {
      const path = file === '' ? 'docs/operating.md' : join('docs', file);
      const headings = [...text(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => slug(heading ?? ''));
      expect(headings).toContain(anchor);
    }
  });
});
