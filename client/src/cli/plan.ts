import type { Form } from '../api.ts';
import { FormlineError } from '../errors.ts';
import type { Formline } from '../formline.ts';
import { type Change, changesOf } from './changes.ts';
import { type FormFile, fileOf, type Link, type Links, readForms, readLinks } from './form-files.ts';

/** What becomes of one file: a form is made of it, changed, or left as it is; `lost`: its form is gone from the stage. */
export type Step = {
  readonly file: string;
  readonly action: 'create' | 'update' | 'none' | 'lost' | 'missing';
  readonly id?: string;
  readonly changes: readonly Change[];
  /** Somebody else has changed the form since the file was pulled or pushed. */
  readonly stale: boolean;
  readonly local?: FormFile;
  readonly remote?: FormFile;
  readonly etag?: string;
};

type Found = { readonly form: Form; readonly etag: string };

/** What a push of a folder to a stage would do, file by file. `missing`: the file is gone, and its form is not. */
export async function planOf(formline: Formline, folder: string, stage: string): Promise<Step[]> {
  const [files, links] = await Promise.all([readForms(folder), readLinks(folder)]);
  const linked = links[stage] ?? {};
  const names = [...new Set([...files.keys(), ...Object.keys(linked)])].sort();
  const steps: Step[] = [];
  // One after the other: a folder of hundreds is no reason to be limited.
  for (const file of names) steps.push(await stepOf(formline, file, files.get(file), linked[file]));
  return steps;
}

async function stepOf(formline: Formline, file: string, local?: FormFile, link?: Link): Promise<Step> {
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

async function find(formline: Formline, id: string): Promise<Found | undefined> {
  try {
    const { data, headers } = await formline.send('getForm', { params: { id } });
    return { form: data, etag: headers.get('etag') ?? '' };
  } catch (error) {
    if (error instanceof FormlineError && error.status === 404) return undefined;
    throw error;
  }
}

/** The links with one file's put in, or taken out. */
export function withLink(links: Links, stage: string, file: string, link: Link | undefined): Links {
  const { [file]: _, ...others } = links[stage] ?? {};
  return { ...links, [stage]: link ? { ...others, [file]: link } : others };
}
