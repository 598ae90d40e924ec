import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { packedClient, runNode } from '../support/packed-client.ts';
import { newForm } from '../support/records/forms.ts';

const service = startedService();

let client: ReturnType<typeof packedClient>;
beforeAll(() => {
  client = packedClient();
});
afterAll(() => client.remove());

const workflow = readFileSync(join(import.meta.dirname, '../../docs/examples/forms.yml'), 'utf8');
const commands = [...workflow.matchAll(/^ +- run: npx formline (.+)$/gm)].map(([, command = '']) => command);
const [, stage = ''] = /FORMLINE_STAGE: (\w+)/.exec(workflow) ?? [];

describe('the workflow for forms', () => {
  const env = () => ({
    FORMLINE_URL: service.baseUrl(),
    FORMLINE_SECRET_KEY: service.key('secretKey'),
    FORMLINE_STAGE: stage,
  });
  const run = (command: string) => runNode([client.command, ...command.split(' ')], { cwd: client.folder, env: env() });
  const codes = async () => {
    const codes: number[] = [];
    for (const command of commands) codes.push((await run(command)).code);
    return codes;
  };

  it('passes for the files of a stage, and fails after a change of one', async () => {
    expect(commands).toEqual(['forms diff --fail', 'forms types']);
    const { id } = await newForm(service.client('secretKey'));
    expect((await run('forms pull')).code).toBe(0);
    expect(await codes()).toEqual([0, 0]);
    const types = () => readFileSync(join(client.folder, 'forms/types/answers.ts'), 'utf8');
    expect(types()).not.toContain('nickname');
    const path = join(client.folder, 'forms/contact.json');
    const form = JSON.parse(readFileSync(path, 'utf8'));
    form.fields.push({ id: 'nickname', type: 'text' });
    writeFileSync(path, JSON.stringify(form));
    expect(await codes()).toEqual([3, 0]);
    expect(types()).toContain('nickname?: string;');
    expect((await run(`forms push --stage ${stage}`)).stdout).toContain(id);
    expect(await codes()).toEqual([0, 0]);
  });
});
