import { expect, it } from '@jest/globals';
import { Refusal } from '../../../../web/embed/send/refusal.ts';
import { untilAnswered } from '../../../../web/embed/send/until-answered.ts';

const outcomeOf = async (failures: readonly Refusal[]) => {
  let sent = 0;
  const send = async () => {
    const failure = failures[sent++];
    if (failure) throw failure;
    return 'answered';
  };
  const result = await untilAnswered(send, async () => undefined).catch(error => error);
  return { result, sent };
};
const passing = new Refusal(503);
const final = new Refusal(404);

it('sends again what failed for a while, and no more than four times', async () => {
  expect(await outcomeOf([passing, new Refusal(0)])).toEqual({ result: 'answered', sent: 3 });
  expect(await outcomeOf(Array(9).fill(passing))).toEqual({ result: passing, sent: 5 });
});

it('takes a refusal that does not pass as the answer', async () => {
  expect(await outcomeOf([final])).toEqual({ result: final, sent: 1 });
});
