import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { builtInTemplates } from '../../../../shared/domain/forms/built-in-templates/index.ts';
import { changedTemplate, newTemplate, type Template } from '../../../../shared/domain/forms/template.ts';
import { retryOnConflict } from '../../../../shared/retry-on-conflict.ts';
import { countTemplates, readTemplates } from '../../../../shared/store/forms/template-lists.ts';
import {
  createTemplate,
  deleteTemplate,
  getOwnTemplate,
  replaceTemplate,
} from '../../../../shared/store/forms/templates.ts';
import { keyOf, partitionOf } from '../../../../shared/store/keys.ts';
import { quotas } from '../../../../shared/store/quotas.ts';
import { dynamodb, tableName } from '../../../../shared/store/table.ts';
import { readTimeline } from '../../../../shared/store/timeline.ts';
import { itInAll } from '../../../support/in-all.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const form = { title: 'Help', fields: [] };

async function stored(caller: Caller, content: { name?: string; category?: string } = {}): Promise<Template> {
  const template = newTemplate({ name: 'Help', form, ...content });
  expect(await retryOnConflict(() => createTemplate(template, { caller, action: 'template.created' }))).toBe('created');
  return template;
}

/** Templates that follow each other in the milliseconds of their ids. */
async function storedEach(caller: Caller, categories: readonly string[]): Promise<Template[]> {
  const templates: Template[] = [];
  for (const category of categories) {
    templates.push(await stored(caller, { category }));
    await new Promise(resolve => setTimeout(resolve, 2));
  }
  return templates;
}

async function idsOf(templates: AsyncIterable<Template>, count = Number.POSITIVE_INFINITY): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of templates) if (ids.push(id) >= count) break;
  return ids;
}

/** What the audit trail of the caller's organization says, the oldest first. */
async function auditOf({ organizationId: org }: Caller): Promise<string[]> {
  const partitions = [partitionOf('auditEvent', 'pk', { org })];
  const events: string[] = [];
  for await (const { action, subjectId } of readTimeline({ partitions }, { order: 'asc' })) {
    events.push(`${action} ${subjectId}`);
  }
  return events;
}

const builtInIds = builtInTemplates.map(({ id }) => id);

describe('the list of templates', () => {
  it('has the own ones newest first, then those that are built in, and the reverse in the reverse order', async () => {
    const caller = await newCaller();
    const own = (await storedEach(caller, ['a', 'b', 'c'])).map(({ id }) => id).reverse();
    const all = [...own, ...builtInIds];
    expect(await idsOf(readTemplates(caller, { order: 'desc' }))).toEqual(all);
    expect(await idsOf(readTemplates(caller, { order: 'asc' }))).toEqual(all.toReversed());
    expect(await countTemplates(caller)).toBe(all.length);
  });

  it.each(['desc', 'asc'] as const)('goes on behind any of them, %s', async order => {
    const caller = await newCaller();
    await storedEach(caller, ['a', 'b', 'c']);
    const all = await idsOf(readTemplates(caller, { order }));
    for (const [index, position] of all.entries()) {
      for (const expected of [1, 2, 50]) {
        const rest = await idsOf(readTemplates(caller, { order, position, expected }), expected);
        expect(rest).toEqual(all.slice(index + 1, index + 1 + expected));
      }
    }
  });

  it('goes on behind a template that was deleted meanwhile', async () => {
    const caller = await newCaller();
    const [first, second, third] = await storedEach(caller, ['a', 'b', 'c']);
    expect(await deleteTemplate(second?.id ?? '', { caller, action: 'template.deleted' })).toBe(true);
    const behind = (order: 'asc' | 'desc') => idsOf(readTemplates(caller, { order, position: second?.id }));
    expect(await behind('desc')).toEqual([first?.id, ...builtInIds]);
    expect(await behind('asc')).toEqual([third?.id]);
  });

  it('is that of one category, own and built-in ones alike, and counted', async () => {
    const caller = await newCaller();
    const [, support] = await storedEach(caller, ['Support', 'support', 'support team']);
    const builtIn = builtInTemplates.filter(({ category }) => category === 'support').map(({ id }) => id);
    const options = { order: 'desc', category: 'support', expected: 1 } as const;
    expect(await idsOf(readTemplates(caller, options))).toEqual([support?.id, ...builtIn]);
    expect(builtIn.length).toBeGreaterThan(1);
    expect(await countTemplates(caller, 'support')).toBe(builtIn.length + 1);
    expect(await countTemplates(caller, 'nothing')).toBe(0);
  });

  it('has nothing of another organization, and nothing else of its own', async () => {
    const [caller, other] = [await newCaller(), await newCaller()];
    const { id } = await stored(other);
    expect(await idsOf(readTemplates(caller, { order: 'desc' }))).toEqual(builtInIds);
    expect(await getOwnTemplate(caller, id)).toBeUndefined();
    expect(await deleteTemplate(id, { caller, action: 'template.deleted' })).toBe(false);
    expect((await getOwnTemplate(other, id))?.template.id).toBe(id);
  });

  itInAll('has pages of every size, however large the templates are', async () => {
    const caller = await newCaller();
    const fields = [
      { id: 'a', type: 'select' as const, options: Array.from({ length: 240 }, (_, n) => `${n}`.padEnd(1000)) },
    ];
    const large = Array.from({ length: 6 }, (_, n) =>
      newTemplate({ name: `Large ${n}`, form: { title: 'Large', fields } }),
    );
    for (const template of large)
      await retryOnConflict(() => createTemplate(template, { caller, action: 'template.created' }));
    expect(await countTemplates(caller)).toBe(6 + builtInIds.length);
  });
});

describe('the templates of an organization', () => {
  it(`are ${quotas.templates.max} at most, however many requests come at once; a deleted one leaves its place`, async () => {
    const caller = await newCaller();
    const full = new UpdateCommand({
      TableName: tableName(),
      Key: keyOf('organization', { org: caller.organizationId }),
      UpdateExpression: 'SET templates = :count',
      ExpressionAttributeValues: { ':count': quotas.templates.max - 3 },
    });
    await dynamodb.send(full);
    const create = () =>
      retryOnConflict(() =>
        createTemplate(newTemplate({ name: 'Help', form }), { caller, action: 'template.created' }),
      );
    const outcomes = await Promise.all(Array.from({ length: 6 }, create));
    expect(outcomes.sort()).toEqual(['created', 'created', 'created', 'full', 'full', 'full']);
    const [id = ''] = await idsOf(readTemplates(caller, { order: 'desc' }));
    const remove = () => deleteTemplate(id, { caller, action: 'template.deleted' });
    expect([await remove(), await remove()]).toEqual([true, false]);
    expect([await create(), await create()]).toEqual(['created', 'full']);
  });

  it('are changed only as they were read', async () => {
    const caller = await newCaller();
    const { id } = await stored(caller);
    const read = await getOwnTemplate(caller, id);
    if (!read) throw new Error('The template is not stored');
    const renamed = (name: string) =>
      replaceTemplate(read, changedTemplate(read.template, { name, form: read.template.form }), {
        caller,
        action: 'template.updated',
      });
    expect((await Promise.all([renamed('A'), renamed('B')])).sort()).toEqual([false, true]);
    await deleteTemplate(id, { caller, action: 'template.deleted' });
    expect(await renamed('C')).toBe(false);
    expect(await getOwnTemplate(caller, id)).toBeUndefined();
  });

  it('are what was sent last, under a revision that grows with each change', async () => {
    const caller = await newCaller();
    const { id } = await stored(caller);
    for (const [name, revision] of [
      ['First', 2],
      ['Second', 3],
    ] as const) {
      const read = await getOwnTemplate(caller, id);
      if (!read) throw new Error('The template is not stored');
      await replaceTemplate(read, changedTemplate(read.template, { name, form }), {
        caller,
        action: 'template.updated',
      });
      expect(await getOwnTemplate(caller, id)).toMatchObject({ revision, template: { id, name, form } });
    }
  });

  it('leave in the audit trail what was done to them, and not what was only tried', async () => {
    const caller = await newCaller();
    const { id } = await stored(caller);
    const read = await getOwnTemplate(caller, id);
    if (!read) throw new Error('The template is not stored');
    const pause = () => new Promise(resolve => setTimeout(resolve, 2));
    for (const _ of ['changed', 'as it was read before']) {
      await pause();
      await replaceTemplate(read, changedTemplate(read.template, { name: 'Other', form: read.template.form }), {
        caller,
        action: 'template.updated',
      });
    }
    for (const _ of ['deleted', 'gone']) {
      await pause();
      await deleteTemplate(id, { caller, action: 'template.deleted' });
    }
    const actions = ['template.created', 'template.updated', 'template.deleted'];
    expect(await auditOf(caller)).toEqual(actions.map(action => `${action} ${id}`));
  });
});
