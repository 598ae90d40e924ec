import { inProcess } from '../child.ts';
import type { Download } from '../download-process.ts';
import { largeCount } from '../filled-forms.ts';
import { load, type Target } from '../load.ts';
import { median } from '../report.ts';
import type { Side } from './sides.ts';

/** The measurements of one kind of work, by name and unit: `per second`. */
export type Measures = Readonly<Record<string, number>>;

const secondsOfLoad = 2;

/** Returns the medians of each side. Measures them in turns, so that other load on the machine affects both. */
export async function inTurns(
  sides: readonly [Side, Side],
  measure: (side: Side) => Promise<Measures>,
  rounds = 3,
): Promise<[Measures, Measures]> {
  const [ofOne, ofOther]: [Measures[], Measures[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ofOne.push(await measure(sides[0]));
    ofOther.push(await measure(sides[1]));
  }
  return [medians(ofOne), medians(ofOther)];
}

function medians(all: readonly Measures[]): Measures {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(names.map(name => [name, median(all.map(each => each[name] ?? Number.NaN))]));
}

/** Returns the CPU of the server and of the database in seconds, per request or row. */
async function cpuOf<Result>(
  side: Side,
  work: () => Promise<Result>,
  timesOf: (result: Result) => number,
): Promise<{ result: Result; server: number; database: number }> {
  const before = side.cpu();
  const result = await work();
  const after = side.cpu();
  const times = timesOf(result);
  const [server, database] = [(after.server - before.server) / times, (after.database - before.database) / times];
  return { result, server, database };
}

/** Measures a request that is sent repeatedly. */
export async function underLoad(side: Side, target: Target, connections: number): Promise<Measures> {
  const request = { ...target, connections, seconds: secondsOfLoad };
  const { result, server, database } = await cpuOf(
    side,
    () => load(request),
    ({ answers }) => answers,
  );
  return {
    'per second': result.perSecond,
    'p99, ms': result.p99,
    'CPU of the server, ms': server * 1000,
    'CPU of the database, ms': database * 1000,
  };
}

/** Measures an export of all responses. */
export async function downloaded(side: Side): Promise<Measures> {
  const { result, server, database } = await cpuOf(
    side,
    () => inProcess<Download>('download-process.ts', side.csv, {}),
    ({ rows }) => rows,
  );
  if (result.rows !== largeCount) throw new Error(`The export has ${result.rows} rows`);
  return {
    'rows per second': result.rows / result.seconds,
    'first byte, ms': result.firstByteMs,
    'CPU of the server, µs a row': server * 1e6,
    'CPU of the database, µs a row': database * 1e6,
  };
}

type Row = (string | number)[];

/** Returns rows that compare the peer with the other side, and with its function alone if that was measured. */
export function compared(work: string, peer: Measures, other: Measures, alone: Measures = {}): Row[] {
  return Object.entries(peer)
    .filter(([, value]) => !Number.isNaN(value))
    .map(([name, value]) => {
      const [measured = Number.NaN, ofFunction] = [other[name], alone[name]];
      const last = ofFunction === undefined ? ['', ''] : [ofFunction, ofFunction / value];
      return [work, name, value, measured, measured / value, ...last];
    });
}
