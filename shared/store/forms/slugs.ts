import { validationFailed } from '../../errors.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { getItem, type TransactItem } from '../table.ts';
import { deleteWrite, putNewWrite } from '../writes.ts';

/**
 * The maximum number of addresses that lead to a form: the current one and former ones. Beyond that, the oldest one is
 * free again.
 */
const slugsMax = 10;

/** The slugs that lead to a form, the current one last. */
export const slugsAfter = (slugs: readonly string[] = [], current: string | undefined): string[] =>
  [...slugs.filter(slug => slug !== current), ...(current === undefined ? [] : [current])].slice(-slugsMax);

/** Returns the writes that make exactly these slugs lead to a form. Some of them may lead to it already. */
export function slugWrites(formId: string, before: readonly string[] = [], after: readonly string[]): TransactItem[] {
  return [
    ...after.filter(slug => !before.includes(slug)).map(slug => putNewWrite({ ...keyOf('slug', { slug }), formId })),
    ...before
      .filter(slug => !after.includes(slug))
      .map(slug => deleteWrite(keyOf('slug', { slug }), expression`attribute_not_exists(pk) OR formId = ${formId}`)),
  ];
}

/** Throws if the slug leads to another form. */
export async function checkSlug({ id, slug }: { id: string; slug?: string | undefined }): Promise<void> {
  if (slug === undefined) return;
  const formId = await formIdOf(slug);
  if (formId === undefined || formId === id) return;
  const message = `"${slug}" is the address of another form; choose another`;
  throw validationFailed([{ field: 'slug', rule: 'unique', message }]);
}

const formIdOf = async (slug: string): Promise<string | undefined> => {
  const item = await getItem(keyOf('slug', { slug }));
  return item && String(item.formId);
};

const cacheSeconds = 1;
const cache = new TtlCache<string | undefined>(cacheSeconds);
/** Matches what may be a slug. The ID of a form never does. */
const maybeSlug = /^[a-z0-9-]{3,63}$/;

/** Returns the ID of the form that a path names by its ID or a slug. Returns any other part of a path unchanged. */
export async function formIdOfPath(part: string): Promise<string> {
  const slug = part.toLowerCase();
  if (!maybeSlug.test(slug)) return part;
  const formId = await cache.get(slug, () => formIdOf(slug));
  if (formId === undefined) cache.forget(slug);
  return formId ?? part;
}
