import type { Form, Operations } from '../api.ts';
import { FormlineError } from '../errors.ts';
import type { Formline } from '../formline.ts';
import { changesOf, lineOf, patchOf } from './changes.ts';
import { collect } from './collect.ts';
import { type Command, type CommandContext, textOf } from './command.ts';
import { Failure } from './failure.ts';
import { fileNameOf, fileOf, hashOf, type Link, readForms, readLinks, writeJson, writeLinks } from './form-files.ts';
import { type PlanStep, planOf, withLink } from './plan.ts';

const folderOf = (context: CommandContext): string => textOf(context, 'dir') ?? 'forms';

const dir = { dir: { type: 'string' } } as const;
const dirWords = { dir: 'the folder of the files; forms' };

export const list: Command = {
  summary: 'List the forms of the stage',
  options: {},
  optionWords: {},
  run: async ({ formline, print }) => {
    const forms = await all(await formline());
    print(forms.map(({ id, status, title }) => `${id}  ${status.padEnd(8)}  ${title}`).join('\n'), forms);
  },
};

export const pull: Command = {
  arguments: '[form …]',
  summary: 'Write the forms of the stage into files, all of them or those named',
  details: `A file that was edited is not overwritten, unless with --force.
Which form a file is in which stage is kept in .formline.json beside the files: keep it in the repository too.`,
  options: { ...dir, force: { type: 'boolean' } },
  optionWords: { ...dirWords, force: 'overwrite files that were edited' },
  run: async context => {
    const [formline, stage, folder] = [await context.formline(), await context.stageName(), folderOf(context)];
    const forms = context.positionals.length > 0 ? context.positionals : (await all(formline)).map(({ id }) => id);
    const written: { file: string; id: string; written: boolean }[] = [];
    for (const id of forms) written.push({ id, ...(await pullForm(formline, { id, stage, folder }, context)) });
    const kept = written.filter(each => !each.written);
    context.print(
      written.map(({ file, id, written }) => `${written ? 'wrote' : 'kept '} ${file}  ${id}`).join('\n'),
      written,
    );
    if (kept.length > 0)
      throw new Failure('Files that were edited were kept: look with `forms diff`, or overwrite them with --force');
  },
};

type FormLocation = { readonly id: string; readonly stage: string; readonly folder: string };

async function pullForm(formline: Formline, { id, stage, folder }: FormLocation, { values }: CommandContext) {
  const { data, headers } = await formline.send('getForm', { params: { id } });
  const [files, links] = await Promise.all([readForms(folder), readLinks(folder)]);
  const linked = Object.entries(links[stage] ?? {}).find(([, link]) => link.id === id);
  const file = linked?.[0] ?? fileNameOf(data, new Set(files.keys()));
  const content = fileOf(data);
  const local = files.get(file);
  const etag = headers.get('etag') ?? '';
  const isEdited = local !== undefined && hashOf(local) !== linked?.[1].hash;
  if (isEdited && changesOf(content, local).length > 0 && !values.force) return { file, written: false };
  await writeJson(folder, file, content);
  await writeLinks(folder, withLink(links, stage, file, { id, etag, hash: hashOf(content) }));
  return { file, written: true };
}

export const diff: Command = {
  summary: 'Show what a push would change',
  details: 'With --fail the exit code is 3 where it would change something.',
  options: { ...dir, fail: { type: 'boolean' } },
  optionWords: { ...dirWords, fail: 'exit code 3 where there are differences' },
  run: async context => {
    const plan = await planOf(await context.formline(), folderOf(context), await context.stageName());
    context.print(textOfPlan(plan), plan.map(shownStep));
    const differs = plan.some(({ action }) => action !== 'none');
    if (context.values.fail && differs) throw new Failure('There are differences', 3);
  },
};

export const push: Command = {
  arguments: '[file …]',
  summary: 'Make the forms of the stage what their files say, all of them or those named',
  details: `A form that somebody else has changed since it was pulled is refused, unless with --force.
A form whose file is gone stays; --delete with the name of the file permanently deletes it and all its responses.`,
  options: {
    ...dir,
    'dry-run': { type: 'boolean' },
    force: { type: 'boolean' },
    delete: { type: 'string', multiple: true },
  },
  optionWords: {
    ...dirWords,
    'dry-run': 'show what would change, and change nothing',
    force: 'push over the changes of others',
    delete: 'a file that is gone: delete its form with all responses',
  },
  run: async context => {
    const [formline, stage, folder] = [await context.formline(), await context.stageName(), folderOf(context)];
    const plan = (await planOf(formline, folder, stage)).filter(({ file }) => isWanted(file, context));
    const gone = new Set((context.values.delete as readonly string[] | undefined) ?? []);
    if (!context.values['dry-run']) {
      for (const step of plan)
        await carryOut(step, { formline, stage, folder, force: context.values.force === true, gone });
    }
    context.print(textOfPlan(plan, gone), plan.map(shownStep));
  },
};

const isWanted = (file: string, { positionals, values }: CommandContext): boolean =>
  positionals.length === 0 ||
  positionals.includes(file) ||
  ((values.delete as string[] | undefined) ?? []).includes(file);

type PushTarget = {
  readonly formline: Formline;
  readonly stage: string;
  readonly folder: string;
  readonly force: boolean;
  readonly gone: ReadonlySet<string>;
};

/** Carries out a step and writes the links, so that a pushed form is recorded whatever happens to the next one. */
async function carryOut(step: PlanStep, target: PushTarget): Promise<void> {
  const { folder, stage, gone } = target;
  const keep = async (link: Link | undefined) =>
    writeLinks(folder, withLink(await readLinks(folder), stage, step.file, link));
  if (step.action === 'create' || step.action === 'lost') await keep(await created(step, target));
  if (step.action === 'update') await keep(await updated(step, target));
  if (step.action === 'missing' && gone.has(step.file)) {
    await target.formline.call('deleteForm', { params: { id: step.id ?? '' } });
    await keep(undefined);
  }
}

async function created({ file, local, action }: PlanStep, { formline }: PushTarget): Promise<Link> {
  if (action === 'lost')
    throw new Failure(
      `The form of ${file} is gone from this stage. To create it again, remove its entry from .formline.json`,
    );
  const body = local as Operations['createForm']['call']['body'];
  const { data, headers } = await formline.send('createForm', { body });
  return { id: data.id, etag: headers.get('etag') ?? '', hash: hashOf(local) };
}

async function updated(step: PlanStep, { formline, folder, stage, force }: PushTarget): Promise<Link> {
  const { file, id = '', local = {}, remote = {} } = step;
  const link = (await readLinks(folder))[stage]?.[file];
  const body = patchOf(remote, local) as Operations['updateForm']['call']['body'];
  const etag = force ? step.etag : link?.etag;
  try {
    const { headers } = await formline.send('updateForm', { params: { id }, headers: { 'if-match': etag }, body });
    return { id, etag: headers.get('etag') ?? '', hash: hashOf(local) };
  } catch (error) {
    if (!(error instanceof FormlineError && error.status === 412)) throw error;
    throw new Failure(
      `${file}: somebody else has changed the form since it was pulled. See \`forms diff\`, then pull it, or push with --force`,
    );
  }
}

const shownStep = ({ file, action, id, changes, stale }: PlanStep): object => ({ file, action, id, stale, changes });

const words: Readonly<Record<PlanStep['action'], string>> = {
  create: 'is a new form',
  update: 'changes',
  none: 'is as it is there',
  lost: 'has lost its form, which is gone from this stage',
  missing: 'is gone; its form stays',
};

function textOfPlan(plan: readonly PlanStep[], gone: ReadonlySet<string> = new Set()): string {
  const steps = plan.filter(({ action }) => action !== 'none');
  if (steps.length === 0) return 'There are no differences.';
  return steps
    .flatMap(({ file, action, id = '', changes, stale }) => [
      `${file} ${gone.has(file) ? 'is gone, and its form with all responses' : words[action]} ${id}`.trimEnd(),
      ...(stale ? ['  (somebody else has changed the form since the file was pulled)'] : []),
      ...(action === 'update' ? changes.map(lineOf) : []),
    ])
    .join('\n');
}

const all = (formline: Formline): Promise<Form[]> => collect(formline.items('listForms', { query: { limit: 100 } }));
