import { statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileWhole } from '../../local/data-folder.ts';
import { countChanges } from '../../shared/counting/counter-batch.ts';
import { shardName } from '../../shared/counting/shard-marks.ts';
import { dayMs } from '../../shared/durations.ts';
import { putAll } from '../fill.ts';
import { newCaller, newStoredForm, type Service } from '../service.ts';
import { type FilledForm, readState, type State, writeState } from './state.ts';
import { creation, storedResponse } from './stored-response.ts';

const smallCount = 10_000;
/** The number of responses that are stored and counted between two checkpoints. */
const step = 5000;
const shard = shardName('ten-million', 'filled');

/**
 * Fills both forms, from the last checkpoint. SIGTERM and SIGINT end it after the next one. A killed fill is resumed
 * too: the items that it has stored are stored again as they are, and counters skip what they have counted.
 */
export async function fillAll(directory: string, count: number): Promise<void> {
  let state = readState(directory) ?? (await newState(directory, count));
  let isPaused = false;
  const pause = () => {
    isPaused = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, pause);
  const resumed = { at: Date.now(), stored: sum(state) };
  for (const [place, { count }] of state.entries()) {
    for (let filled = state[place]; filled && filled.stored < count && !isPaused; filled = state[place]) {
      const next = { ...filled, stored: Math.min(filled.stored + step, count) };
      await store(next, filled.stored);
      state = state.with(place, next);
      writeState(directory, state);
      writeProgress(directory, state, resumed);
    }
  }
  console.error(isPaused ? 'Paused. The same command resumes.' : 'Filled.');
}

async function newState(directory: string, count: number): Promise<State> {
  const end = Date.now() - 10 * dayMs;
  const state: FilledForm[] = [];
  for (const each of [smallCount, count]) {
    const owner = await newCaller(`of-${state.length}@example.com`);
    const form = await newStoredForm(owner as Service);
    state.push({ owner, form, span: [end - 30 * dayMs, end], count: each, stored: 0, erased: 0 });
  }
  writeState(directory, state);
  return state;
}

/** Stores the responses from this index on, and counts them as the stream's reader would. */
async function store(filled: FilledForm, from: number): Promise<void> {
  const items = Array.from({ length: filled.stored - from }, (_, index) => storedResponse(filled, from + index));
  await putAll(items);
  await countChanges(
    shard,
    items.map((item, index) => creation(item, from + index)),
  );
}

const sum = (state: State): number => state.reduce((all, { stored }) => all + stored, 0);

/** Writes how far the fill is into the file `progress`. */
function writeProgress(directory: string, state: State, resumed: { at: number; stored: number }): void {
  const [stored, count] = [sum(state), state.reduce((all, each) => all + each.count, 0)];
  const perSecond = ((stored - resumed.stored) * 1000) / (Date.now() - resumed.at);
  const gigabytes = statSync(join(directory, 'dynamodb/dynamodb.sqlite')).size / 1e9;
  const text = [
    `${stored.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} responses (${((100 * stored) / count).toFixed(1)} %)`,
    `${Math.round(perSecond)} a second since ${new Date(resumed.at).toISOString()}`,
    `${Math.ceil((count - stored) / perSecond / 60)} minutes left at that rate`,
    `${gigabytes.toFixed(2)} GB`,
    `process ${process.pid}, at ${new Date().toISOString()}`,
  ];
  writeFileWhole(join(directory, 'progress'), `${text.join('\n')}\n`);
}
