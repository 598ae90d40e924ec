import { describe, expect, it } from '@jest/globals';
import { answerTypes } from '../../../../shared/domain/fields/answer-types.ts';
import { answerInCell } from '../../../../shared/domain/fields/cell-answer.ts';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { faultsOfField } from '../../../../shared/domain/forms/field-rules.ts';
import { wordingOf } from '../../../../shared/domain/pages/texts.ts';
import { hintText } from '../../../../shared/domain/wording/hint-text.ts';

const english = { texts: wordingOf('en'), lang: 'en' };

const field = (currency: string, validate: object = {}): Field => ({
  ...{ id: 'price', type: 'currency', currency },
  validate: { ...validate },
});

describe('an amount of money', () => {
  it.each([
    ['EUR', 12.5, undefined],
    ['EUR', 0.1 + 0.2, 'Must have at most 2 decimal places, as EUR has'],
    ['EUR', 12.345, 'Must have at most 2 decimal places, as EUR has'],
    ['KWD', 12.345, undefined],
    ['JPY', 12.5, 'Must have no decimal places, as JPY has'],
    ['JPY', 1200, undefined],
  ])('in %s of %d', (currency, amount, message) =>
    expect(answerTypes.currency.breaches(field(currency), amount).map(each => each.message)).toEqual(
      message === undefined ? [] : [message],
    ),
  );

  it('is of a currency that there is', () => {
    expect(faultsOfField(field('EUR'), { uploadBytesMax: 1 })).toEqual([]);
    expect(faultsOfField(field('ABC'), { uploadBytesMax: 1 })).toEqual([
      { field: 'currency', rule: 'currency', message: '"ABC" is not a currency of ISO 4217, such as EUR or USD' },
    ]);
  });

  it.each(['12.50', '€12.50', '12.50 EUR', 'EUR 12.50', ' 12.50 '])('is read from the cell %p', text =>
    expect(answerInCell(field('EUR'), text)).toBe(12.5),
  );

  it('is asked for with its currency and its bounds', () => {
    expect(hintText(field('EUR'), english)).toBe('Euro (EUR)');
    expect(hintText(field('JPY', { min: 100, max: 5000 }), english)).toBe('Japanese Yen (JPY) · Between 100 and 5,000');
  });
});
