import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const project = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

it.each(globSync('*.ts', { cwd: join(project, 'bin') }).sort())(
  'the command bin/%s is a script of the package',
  command => {
    expect(Object.values<string>(scripts).some(script => script.includes(`bin/${command}`))).toBe(true);
  },
);
