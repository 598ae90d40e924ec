import { afterAll, beforeAll } from '@jest/globals';

/** A test about logs sets its own level. */
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';

/** The start of a measurement, which is logged at any level. */
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

/** Fails the file if its tests print: no one reads what every run prints. A test about output captures it itself. */
afterAll(() => {
  for (const [index, stream] of streams.entries()) stream.write = writes[index] as typeof stream.write;
  if (printed.length > 0) throw new Error(`The tests of this file print:\n${printed.join('').slice(0, 2000)}`);
});
