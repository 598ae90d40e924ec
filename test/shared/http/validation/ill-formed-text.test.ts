import { describe, expect, it } from '@jest/globals';
import { faultsOfIllFormedText } from '../../../../shared/http/validation/ill-formed-text.ts';
import { fc } from '../../../support/properties.ts';

const faultsIn = (json: string) => faultsOfIllFormedText(json, JSON.parse(json));
const fieldsIn = (json: string) => faultsIn(json).map(({ field, rule }) => `${field} ${rule}`);

describe('half of a surrogate pair', () => {
  it('is found in any text and any name, and told by its place', () => {
    expect(fieldsIn('"\\ud800"')).toEqual([' unicode']);
    expect(fieldsIn('{"a": {"b": ["x", "y\\uDC00z"]}, "c": "\\uD83D"}')).toEqual(['c unicode', 'a.b[1] unicode']);
    expect(fieldsIn('{"a": {"\\udfff": 1}}')).toEqual(['a unicode']);
    expect(faultsIn('{"\\ud800": "\\ud800"}')).toMatchObject([{ field: '' }, { field: '\ufffd' }]);
  });

  it('is told in words, whatever stands beside it', () => {
    const why = 'not valid Unicode: half of a surrogate pair is in it; send whole characters';
    expect(faultsIn('{"a": null, "b": "\\ud800"}')).toEqual([{ field: 'b', rule: 'unicode', message: `is ${why}` }]);
    expect(faultsIn('{"\\ud800": 1}')).toEqual([
      { field: '', rule: 'unicode', message: `has a property whose name is ${why}` },
    ]);
  });

  it('is no whole pair, and no text that only looks like an escape', () => {
    expect(faultsIn('["\\ud83d\\ude00", "😀", "\\\\ud800", "\\u00e9"]')).toEqual([]);
  });

  it('is found exactly where a text is not well-formed', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\ud83d', '\ude00', '\\', 'ud800') });
    fc.assert(
      fc.property(text, each => {
        expect(faultsIn(JSON.stringify({ each })).length).toBe(each.isWellFormed() ? 0 : 1);
      }),
    );
  });

  it('is found at any depth, and named a hundred times, in short', () => {
    const deep = `${'['.repeat(100_000)}"\\ud800"${']'.repeat(100_000)}`;
    expect(faultsIn(deep)).toHaveLength(1);
    const many = JSON.stringify(Array.from({ length: 5000 }, () => '\ud800'));
    expect(faultsIn(many)).toHaveLength(100);
    const names = Array.from({ length: 5000 }, (_, index) => [`\ud800${index}`, 1]);
    expect(faultsIn(JSON.stringify(Object.fromEntries(names)))).toHaveLength(100);
    const long = JSON.stringify({ ['k'.repeat(100_000)]: '\ud800' });
    expect(JSON.stringify(faultsIn(long)).length).toBeLessThan(1000);
  });
});
