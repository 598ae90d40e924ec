import { describe, expect, it } from '@jest/globals';
import { budgetFaults, budgetKb, sizeReport } from '../../../bin/build/size-budgets.ts';

const kb = (kilobytes: number) => kilobytes * 1024;

describe('the sizes of the bundles', () => {
  it('are reported, the largest first', () => {
    const sizes = new Map([
      ['get-form', kb(100)],
      ['create-form', kb(200.55)],
    ]);
    expect(sizeReport(sizes)).toEqual(['  200.6 KB  create-form', '  100.0 KB  get-form']);
  });

  it('are refused above the budget of all', () => {
    expect(budgetFaults(new Map([['get-form', kb(budgetKb)]]))).toEqual([]);
    expect(budgetFaults(new Map([['get-form', kb(budgetKb) + 1]]))).toEqual([
      expect.stringMatching(new RegExp(`^get-form is ${budgetKb}.0 KB`)),
    ]);
  });

  it('may be larger where more is needed, and are refused above that too', () => {
    expect(budgetFaults(new Map([['create-submission', kb(budgetKb + 60)]]))).toEqual([]);
    expect(budgetFaults(new Map([['create-submission', kb(budgetKb + 200)]]))).toHaveLength(1);
  });
});
