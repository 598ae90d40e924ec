import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../lib/config.ts';
import { everySetting } from '../support/cdk/every-setting.ts';
import { resourcesOf, type StackName, synthesize } from '../support/cdk/synthesized-app.ts';

const project = join(import.meta.dirname, '../..');
const text = (file: string) => readFileSync(join(project, file), 'utf8');

const checklist = text('docs/aws-checklist.md');
const commands = [...checklist.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
const templates = synthesize({ ...everySetting, WEB_ACL: 'true' });
const found = (pattern: RegExp) => commands.flatMap(block => [...block.matchAll(pattern)].map(([, ...parts]) => parts));
const resources = found(/\bresource (\w+) (AWS::[\w:]+) (\w+)/g) as [StackName, string, string][];
const outputs = found(/\boutput (\w+) (\w+)/g) as [keyof typeof templates, string][];

describe('the checklist for AWS', () => {
  it.each(commands.map((block, index) => [index + 1, block] as const))('has bash in block %d', (_, block) => {
    expect(spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  it.each(resources)('names one resource of the %s stack: %s %s', (part, type, id) => {
    const named = Object.keys(resourcesOf(templates[part], type)).filter(logicalId => logicalId.startsWith(id));
    expect(named).toHaveLength(1);
  });

  it.each(outputs)('names one output of the %s stack: %s', (part, key) => {
    expect(Object.keys(templates[part]?.Outputs ?? {}).filter(name => name.startsWith(key))).toHaveLength(1);
  });

  it('names functions that there are, in its loops', () => {
    const functions = (['Api', 'Delivery'] as const).flatMap(part =>
      Object.keys(resourcesOf(templates[part], 'AWS::Lambda::Function')),
    );
    const names = found(/for F in ([^;]+);/g).flatMap(([list]) => list?.split(' ') ?? []);
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter(name => !functions.some(id => id.slice(0, -8) === name))).toEqual([]);
  });

  it('deploys stages whose names are accepted, and which keep no data', () => {
    const stages = found(/STAGE=([\w-]+)/g).map(([stage]) => stage);
    expect(stages).toContain('preview-of-longnames');
    for (const STAGE of stages)
      expect(readConfig({ STAGE })).toMatchObject({ stage: STAGE, keepsData: STAGE === 'local' });
  });

  it('calls scripts and tests that there are', () => {
    const { scripts } = JSON.parse(text('package.json'));
    const called = found(/npm run (?:--silent )?([\w-]+)/g).map(([name]) => name ?? '');
    expect(called).toEqual(expect.arrayContaining(['deploy', 'bootstrap']));
    expect(called.filter(name => !scripts[name])).toEqual([]);
    const tests = found(/ (test\/[\w/-]+)/g).map(([path]) => path ?? '');
    expect(tests).toContain('test/flows/response-lists');
    expect(tests.filter(path => globSync(`${path}*`, { cwd: project }).length === 0)).toEqual([]);
  });
});
