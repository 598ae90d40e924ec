import { describe, expect, it } from '@jest/globals';
import { countedRule, errorAttribute } from '../../../../shared/domain/analytics/field-counts.ts';
import { GatheredRefusals } from '../../../../shared/domain/analytics/refusals.ts';

const second = 1000;
const fields = Array.from({ length: 200 }, (_, index) => ({ id: `field${index}` }));
const contact = { id: 'contact', fields };
const fault = (field: string, rule = 'required') => ({ field, rule, message: '' });

describe('gathered refusals', () => {
  it('are handed out at once, and then each second, however many there are', () => {
    const gathered = new GatheredRefusals();
    const taken: number[] = [];
    for (let now = 0; now < 6 * second; now += 100) {
      gathered.add(contact, 'env', [fault('field1'), fault('field1', 'email')], now);
      for (const { broken } of gathered.take(now)) taken.push(broken.field1?.email ?? 0);
    }
    expect(taken).toEqual([1, 10, 10, 10, 10, 10]);
  });

  it('wait for the first request after a second, of whatever form, and are told with their own time', () => {
    const gathered = new GatheredRefusals();
    gathered.add(contact, 'env', [fault('field1')], 0);
    expect(gathered.take(0)).toHaveLength(1);
    gathered.add(contact, 'env', [fault('field2')], 200);
    expect(gathered.take(900)).toEqual([]);
    const broken = { field2: { required: 1 } };
    expect(gathered.take(3600 * second)).toEqual([{ formId: 'contact', environmentId: 'env', at: 200, broken }]);
    expect(gathered.take(7200 * second)).toEqual([]);
  });

  it('are of the fields of the form alone, and of rules that are known', () => {
    const gathered = new GatheredRefusals();
    const faults = [
      fault(''),
      fault('elsewhere', 'unknown'),
      fault('__proto__'),
      fault('field1', 'a'),
      fault('field1', 'b'),
    ];
    gathered.add(contact, 'env', faults, 0);
    expect(gathered.take(0).map(({ broken }) => broken)).toEqual([{ field1: { other: 2 } }]);
    gathered.add(contact, 'env', [fault('elsewhere')], 20 * second);
    expect(gathered.take(20 * second)).toEqual([]);
  });

  it('come in parts that make small items', () => {
    const gathered = new GatheredRefusals();
    const faults = fields.flatMap(({ id }) => [fault(id), fault(id, 'pattern')]);
    gathered.add(contact, 'env', faults, 0);
    const parts = gathered
      .take(0)
      .map(({ broken }) => Object.values(broken).flatMap(rules => Object.keys(rules)).length);
    expect(parts).toEqual([100, 100, 100, 100]);
  });
});

describe('the rules that are counted', () => {
  it('are `other` where a browser names its own, so that nobody adds attributes without end', () => {
    expect(countedRule('x'.repeat(1000))).toBe('other');
    expect(countedRule(undefined)).toBe('other');
    expect(errorAttribute('email', 'toString')).toBe('e:email:other');
    expect(errorAttribute('email', 'required')).toBe('e:email:required');
  });
});
