import type { Form } from '../api.ts';
import { FormlineError } from '../errors.ts';
import type { Formline } from '../formline.ts';
import { changesOf, type PropertyChange } from './changes.ts';
import { type FormFile, fileOf, type Link, type Links, readForms, readLinks } from './form-files.ts';

/**
 * What happens to one file: its form is created, changed or left unchanged. `lost` means that the form is gone from the
 * stage.
 */
export type PlanStep = {
  readonly file: string;
  readonly action: 'create' | 'update' | 'none' | 'lost' | 'missing';
  readonly id?: string;
  readonly changes: readonly PropertyChange[];
  /** Whether someone else has changed the form since the file was pulled or pushed. */
  readonly stale: boolean;
  readonly local?: FormFile | undefined;
  readonly remote?: FormFile | undefined;
  readonly etag?: string;
};

type DeployedForm = { readonly form: Form; readonly etag: string };

/**
 * Returns what a push of a folder to a stage would do, file by file. `missing` means that the file is gone but its form
 * isn't.
 */
export async function planOf(formline: Formline, folder: string, stage: string): Promise<PlanStep[]> {
  const [files, links] = await Promise.all([readForms(folder), readLinks(folder)]);
  const linked = links[stage] ?? {};
  const names = [...new Set([...files.keys(), ...Object.keys(linked)])].sort();
  const steps: PlanStep[] = [];
  // One at a time, so that a folder with hundreds of files doesn't hit the rate limit.
  for (const file of names) steps.push(await stepOf(formline, file, files.get(file), linked[file]));
  return steps;
}

async function stepOf(formline: Formline, file: string, local?: FormFile, link?: Link): Promise<PlanStep> {
  if (!link) return { file, action: 'create', changes: changesOf({}, local), stale: false, local };
  const found = await find(formline, link.id);
  const known = { file, id: link.id, local };
  if (!found) return { ...known, action: local ? 'lost' : 'none', changes: [], stale: false };
  const remote = fileOf(found.form);
  const stale = found.etag !== link.etag;
  if (!local) return { ...known, action: 'missing', changes: [], stale, remote, etag: found.etag };
  const changes = changesOf(remote, local);
  return { ...known, action: changes.length > 0 ? 'update' : 'none', changes, stale, remote, etag: found.etag };
}

async function find(formline: Formline, id: string): Promise<DeployedForm | undefined> {
  try {
    const { data, headers } = await formline.send('getForm', { params: { id } });
    return { form: data, etag: headers.get('etag') ?? '' };
  } catch (error) {
    if (error instanceof FormlineError && error.status === 404) return undefined;
    throw error;
  }
}

/** Returns the links with one file's link added or removed. */
export function withLink(links: Links, stage: string, file: string, link: Link | undefined): Links {
  const { [file]: _, ...others } = links[stage] ?? {};
  return { ...links, [stage]: link ? { ...others, [file]: link } : others };
}
