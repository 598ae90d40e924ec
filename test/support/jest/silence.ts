import { afterAll, beforeAll } from '@jest/globals';

/** A test that is about what is logged sets its own level. */
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';

/** How a measurement begins, which goes into the log whatever its level is. */
const measurement = '{"_aws"';
const streams = [process.stdout, process.stderr];
const writes = streams.map(stream => stream.write);
const printed: string[] = [];

beforeAll(() => {
  for (const stream of streams) {
    stream.write = (chunk: string | Uint8Array) => {
      const text = Buffer.from(chunk as string).toString();
      if (!text.startsWith(measurement)) printed.push(text);
      return true;
    };
  }
});

/** What is printed in each run is read in none: whoever wants to see it listens, and whoever does not says nothing. */
afterAll(() => {
  for (const [index, stream] of streams.entries()) stream.write = writes[index] as typeof stream.write;
  if (printed.length > 0) throw new Error(`The tests of this file print:\n${printed.join('').slice(0, 2000)}`);
});
