import type { Caller } from '../../domain/accounts/caller.ts';
import { builtInTemplates } from '../../domain/forms/built-in-templates/index.ts';
import type { Template } from '../../domain/forms/template.ts';
import { partitionOf, prefixOf } from '../keys.ts';
import type { Order, Span } from '../query.ts';
import { readTimeline, spanAfter } from '../timeline.ts';
import { fromItem } from './templates.ts';

type ReadOptions = {
  order: Order;
  /** The ID to start after. */
  position?: string;
  category?: string;
  /** The number that the reader expects to take. */
  expected?: number;
};

/** Reads the templates that the caller may use, in order of creation. Built-in templates are older than all others. */
export async function* readTemplates(caller: Caller, options: ReadOptions): AsyncGenerator<Template> {
  const { order, position, category } = options;
  const isWanted = (template: Template) => category === undefined || template.category === category;
  const builtIn = builtInTemplates.filter(
    ({ id }) => position === undefined || (order === 'asc' ? id > position : id < position),
  );
  if (order === 'asc') yield* builtIn.toReversed().filter(isWanted);
  for await (const template of readOwnTemplates(caller, options)) if (isWanted(template)) yield template;
  if (order === 'desc') yield* builtIn.filter(isWanted);
}

async function* readOwnTemplates(
  { organizationId: org }: Caller,
  { order, position, category, expected }: ReadOptions,
): AsyncGenerator<Template> {
  const prefix = prefixOf('template');
  const all: Span = { low: prefix, high: `${prefix}~` };
  const span = position === undefined ? all : spanAfter(prefix + position, order, all);
  const partitions = [partitionOf('template', 'pk', { org })];
  // The number of templates in the category is unknown.
  const wanted = category === undefined ? expected : undefined;
  for await (const item of readTimeline({ partitions }, { order, span, expected: wanted })) {
    yield fromItem(item).template;
  }
}

/** Counts the templates by reading them, because they are few. */
export async function countTemplates(caller: Caller, category?: string): Promise<number> {
  let count = 0;
  for await (const _ of readTemplates(caller, { order: 'asc', category })) count += 1;
  return count;
}
