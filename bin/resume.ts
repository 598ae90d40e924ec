/**
 * Ends the pause of a stage: workers first, then callers.
 *
 *   npm run resume -- --stage production
 */
import { notPaused } from '../shared/domain/traffic/pause.ts';
import { command } from './command/command.ts';
import { stageOptions, useStage } from './command/stage.ts';

const { values } = command({
  name: 'resume',
  does: 'Ends the pause of a stage: workers start, and callers are let in again.',
  options: stageOptions,
});
const stage = useStage(values);

const { stageParts } = await import('./pause/stage-parts.ts');
const { setPaused, setWorkers } = await import('./pause/set-paused.ts');
const parts = await stageParts(stage);
await setWorkers(parts, true);
await setPaused(parts, stage, notPaused);
console.log(`Stage ${stage} continues.`);
