import { hourMs } from '../../durations.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { parseJson } from '../../json.ts';
import { expression } from '../../store/expression.ts';
import { getForm, removeExtraNames, responsePartitions, type StoredForm } from '../../store/forms/forms.ts';
import type { EndNamesJob } from '../../store/jobs.ts';
import { dueKeys, type Key, responseTypes } from '../../store/keys.ts';
import type { ScanPosition } from '../../store/responses/data-subject-requests.ts';
import { withAllAnswers } from '../../store/responses/moved-answers.ts';
import { updateItem, writeIfUnchanged } from '../../store/table.ts';
import { wholeSpan } from '../../store/timeline.ts';
import { deleteWrite } from '../../store/writes.ts';
import { pagesFrom } from './pages.ts';

/**
 * Removes from a form the names of answers without a field that no response has any more, because a visitor may have
 * chosen them. It reads responses until it has found every name, so usually one page. It may be killed at any point and
 * run twice; another deletion starts it over.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function endNames(key: Key, job: EndNamesJob, deadline: number): Promise<void> {
  try {
    await findAndEnd(key, job, deadline);
  } catch (error) {
    // The names may be in answers that are in a closed bucket.
    if (!isStorageUnreachable(error)) throw error;
    await updateItem(key, { set: dueKeys(Date.now() + hourMs, job.environmentId), if: expression`run = ${job.run}` });
  }
}

async function findAndEnd(key: Key, job: EndNamesJob, deadline: number): Promise<void> {
  const stored = await getForm(job.formId);
  const left = new Set(job.left ?? (stored ? namesOf(stored) : []));
  const isThisRun = expression`run = ${job.run}`;
  const place = stored && (await find(stored, left, { place: job.place, deadline }));
  if (place) {
    const progress = { left: [...left], place, ...dueKeys(Date.now(), job.environmentId) };
    await updateItem(key, { set: progress, if: isThisRun });
    return;
  }
  await removeExtraNames(job.formId, [...left]);
  await writeIfUnchanged([deleteWrite(key, isThisRun)]);
}

function namesOf({ form, extraNames = [] }: StoredForm): string[] {
  const ids = new Set(form.fields.map(({ id }) => id));
  return extraNames.filter(name => !ids.has(name));
}

type Search = { readonly place: ScanPosition | undefined; readonly deadline: number };

/** Takes the names that responses have off those left. Returns where to continue, if time did not suffice. */
async function find(stored: StoredForm, left: Set<string>, { place: from, deadline }: Search) {
  if (left.size === 0) return undefined;
  const walks = responseTypes
    .flatMap(itemType => responsePartitions(stored, itemType))
    .map(partition => ({ partition, span: wholeSpan, attributes: ['pk', 'sk', 'answers', 'answersAt'] }))
    .sort((one, other) => (one.partition < other.partition ? -1 : 1));
  for await (const { items, place } of pagesFrom(walks, from)) {
    const names = (await withAllAnswers(items)).flatMap(({ answers }) => Object.keys(parseJson(String(answers)) ?? {}));
    for (const name of names) left.delete(name);
    if (left.size === 0) return undefined;
    if (Date.now() >= deadline) return place;
  }
  return undefined;
}
