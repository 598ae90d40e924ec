import { expect, it } from '@jest/globals';
import { hasWords } from '../../../../shared/domain/text/has-words.ts';

it.each([
  ['', true],
  ['feedback', true],
  ['  FEEDBACK hotel ', true],
  ['hot\tback', true],
  ['hotel bar', false],
  ['feedback of', false],
  ['hotel   feedback', true],
  [' \u00a0', true],
])('"Hotel Feedback" has the words of %j: %s', (search, has) => expect(hasWords('Hotel Feedback', search)).toBe(has));
