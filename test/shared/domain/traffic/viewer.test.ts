import { expect, it } from '@jest/globals';
import { viewerOf } from '../../../../shared/domain/traffic/viewer.ts';

const gateway = { sourceIp: '192.0.2.1', host: 'abc.execute-api.eu-central-1.amazonaws.com' };
const claim = { 'x-formline-viewer': '203.0.113.7', 'x-formline-host': 'forms.example.com' };
const viewer = { sourceIp: '203.0.113.7', host: 'forms.example.com' };

it('believes what names one of the secrets, while one is replaced by the next', () => {
  for (const secret of ['old', 'new'])
    expect(viewerOf({ ...claim, 'x-formline-distribution': secret }, gateway, ['old', 'new'])).toEqual(viewer);
});

it.each([
  ['no secret', claim, ['secret']],
  ['another secret', { ...claim, 'x-formline-distribution': 'secreT' }, ['secret']],
  ['an empty one', { ...claim, 'x-formline-distribution': '' }, ['secret']],
  ['the beginning of one', { ...claim, 'x-formline-distribution': 'secre' }, ['secret']],
  ['a list of them', { ...claim, 'x-formline-distribution': 'old,new' }, ['old', 'new']],
  ['anything, where there is no distribution', { ...claim, 'x-formline-distribution': '' }, []],
])('believes the gateway alone, given %s', (_, headers, secrets) => {
  expect(viewerOf(headers, gateway, secrets)).toEqual(gateway);
});

it('takes from the gateway what the distribution does not say', () => {
  expect(viewerOf({ 'x-formline-distribution': 'secret' }, gateway, ['secret'])).toEqual(gateway);
});
