import { expect, it } from '@jest/globals';
import { changesOf, removalFaults } from '../../../bin/deploy/setting-changes.ts';

const remembered = { TABLE_NAME: 'restored', ALARM_EMAIL: 'ops@example.com', THROTTLE_BURST: '50' };

it('refuses to take a setting away that is not named, and shows how to keep it', () => {
  const faults = removalFaults('blue', remembered, { THROTTLE_BURST: '60' }, []);
  expect(faults).toEqual([
    'Stage blue was deployed with settings that are missing now:',
    '  "TABLE_NAME": "restored"',
    '  "ALARM_EMAIL": "ops@example.com"',
    'Add them to stages/blue.json. To take them away: npm run deploy -- --stage blue --remove TABLE_NAME --remove ALARM_EMAIL',
  ]);
});

it('takes away what is named, and nothing else', () => {
  const given = { THROTTLE_BURST: '50', ALARM_EMAIL: 'ops@example.com' };
  expect(removalFaults('blue', remembered, given, ['TABLE_NAME'])).toEqual([]);
  expect(removalFaults('blue', remembered, { THROTTLE_BURST: '50' }, ['TABLE_NAME']).join()).toMatch(/"ALARM_EMAIL"/);
  expect(removalFaults('blue', remembered, given, ['TABLE_NAME', 'ALARM_EMAIL', 'KEEP_DATA'])).toEqual([
    '--remove ALARM_EMAIL: it still has a value; take that out of stages/blue.json and of the environment.',
    '--remove KEEP_DATA: the stage was not deployed with it.',
  ]);
});

it('says what a deployment changes', () => {
  const given = { THROTTLE_BURST: '60', ALARM_EMAIL: 'ops@example.com', KEEP_DATA: 'true' };
  expect(changesOf(remembered, given)).toEqual(['+ KEEP_DATA: true', '- TABLE_NAME', '~ THROTTLE_BURST: 50 → 60']);
  // Of a stage that does not remember the value, only that there is one.
  expect(changesOf({ MAIL_FROM: undefined }, { MAIL_FROM: 'a@b.example' })).toEqual([]);
});
