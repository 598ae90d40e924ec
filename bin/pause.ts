/**
 * Pauses a stage. Every operation that writes is answered with 503 and Retry-After, on both APIs, and workers stop.
 * Reads continue.
 *
 *   npm run pause -- --stage production
 *   npm run pause -- --stage production --callers   (workers finish what is on its way)
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { command } from './command/command.ts';
import { stageOptions, useStage } from './command/stage.ts';

const { values } = command({
  name: 'pause',
  does: 'Pauses a stage: what would write is answered 503 with Retry-After, and workers stop. npm run resume ends it.',
  options: {
    ...stageOptions,
    callers: { type: 'boolean', means: 'stop callers alone: workers finish what is on its way' },
    wait: { type: 'string', value: 'seconds', means: 'how long requests on their way may take; 30 without it' },
  },
});
const stage = useStage(values);
const { CommandError } = await import('./command/command-error.ts');
const seconds = Number(values.wait ?? 30);
if (!Number.isInteger(seconds) || seconds < 0)
  throw new CommandError(`--wait is "${values.wait}"; it must be a whole number.`);

const { stageParts } = await import('./pause/stage-parts.ts');
const { setPaused, setWorkers } = await import('./pause/set-paused.ts');
const parts = await stageParts(stage);
await setPaused(parts, stage, new Date().toISOString());
console.log('Callers that write are answered 503, with Retry-After.');
await sleep(seconds * 1000);
if (values.callers) {
  console.log(`Workers continue. Once the queues are empty: npm run pause -- --stage ${stage}`);
} else {
  await setWorkers(parts, false);
  console.log(
    `Workers have stopped: nothing writes to the table of ${stage}. To continue: npm run resume -- --stage ${stage}`,
  );
}
