import { describe, expect, it } from '@jest/globals';
import { mergePatch } from '../../../../shared/domain/bodies/merge-patch.ts';
import { differencesOf, isDirty, isSame, mergeDrafts, patchOf } from '../../../../shared/domain/forms/form-changes.ts';
import type { Draft } from '../../../../web/app/pages/editor/model/draft.ts';
import { faultsOf } from '../../../../web/app/pages/editor/model/faults.ts';
import { begin, pushState, redo, undo } from '../../../../web/app/pages/editor/model/history.ts';
import { namingsOf } from '../../../../web/app/pages/editor/model/references.ts';
import { fc } from '../../../support/properties.ts';
import { deeds, done, drafts, type EditorAction } from './actions.ts';

const runs = { numRuns: 150 };

const draftAfter = (draft: Draft, all: readonly EditorAction[]): Draft => all.reduce(done, draft);

describe('whatever is done to a form', () => {
  it('is taken back byte for byte, and done again', () => {
    fc.assert(
      fc.property(drafts, deeds, (draft, all) => {
        const before = JSON.stringify(draft);
        const history = all.reduce((past, deed) => pushState(past, done(past.present, deed)), begin(draft));
        const after = JSON.stringify(history.present);
        const back = history.past.reduce(undo, history);
        expect(JSON.stringify(back.present)).toBe(before);
        expect(JSON.stringify(back.future.reduce(redo, back).present)).toBe(after);
      }),
      runs,
    );
  });

  it('breaks no rule of the service but that of the order', () => {
    // What somebody types into one place can only be wrong there; all that follows from it elsewhere is done for them.
    const own = new Set(['earlier', 'blank', 'unique', 'reserved', 'range', 'default', 'maxDepth', 'maxNodes']);
    fc.assert(
      fc.property(drafts, deeds, (draft, all) => {
        const faults = faultsOf(draftAfter(draft, all)).filter(({ rule }) => !own.has(rule));
        expect(faults).toEqual([]);
      }),
      runs,
    );
  });

  it('is sent as a merge patch that makes the stored form the one that is seen', () => {
    fc.assert(
      fc.property(drafts, deeds, (draft, all) => {
        const after = draftAfter(draft, all);
        const patched = mergePatch(draft, patchOf(draft, after)) as Draft;
        expect(isSame(patched, after)).toBe(true);
        expect(isDirty(draft, after)).toBe(!isSame(draft, after));
      }),
      runs,
    );
  });

  it('leaves no field naming one that is gone', () => {
    fc.assert(
      fc.property(drafts, deeds, fc.nat(20), (draft, all, at) => {
        const after = draftAfter(draft, all);
        const { id = '' } = after.fields[at % after.fields.length] ?? {};
        const without = done(after, { kind: 'remove', at: at % after.fields.length, n: 0, text: '' });
        expect(without.fields.length === 1 || namingsOf(without.fields, id).length === 0).toBe(true);
      }),
      runs,
    );
  });

  it('comes together with what was done elsewhere, and wins where both are of the same', () => {
    fc.assert(
      fc.property(drafts, deeds, deeds, (base, here, elsewhere) => {
        const [mine, theirs] = [draftAfter(base, here), draftAfter(base, elsewhere)];
        expect(isSame(mergeDrafts(base, base, theirs), theirs)).toBe(true);
        expect(isSame(mergeDrafts(base, mine, base), mine)).toBe(true);
        const both = mergeDrafts(base, mine, theirs);
        expect(new Set(both.fields.map(({ id }) => id)).size).toBe(both.fields.length);
        const clashing = differencesOf(base, mine, theirs).filter(({ clashes }) => clashes);
        const quietly = differencesOf(base, mine, theirs).filter(({ clashes }) => !clashes);
        for (const { kind, name } of quietly.filter(({ kind }) => kind === 'changed' || kind === 'added')) {
          const found = both.fields.find(({ id }) => id === name);
          expect({ kind, found: found !== undefined }).toEqual({ kind, found: true });
        }
        expect(clashing.length + quietly.length === 0).toBe(isSame(base, theirs));
      }),
      runs,
    );
  });
});
