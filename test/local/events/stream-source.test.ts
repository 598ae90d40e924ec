import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from '@jest/globals';
import { StreamsClient } from '../../../local/dynamodb/streams.ts';
import { StreamSource } from '../../../local/events/stream-source.ts';
import type { StreamMapping } from '../../../local/template/event-source-mappings.ts';
import { putItem } from '../../../shared/store/table.ts';
import { eventually } from '../../support/eventually.ts';
import { streamArn, useTable } from '../../support/table/table.ts';

class CountedStreams extends StreamsClient {
  reads = 0;

  override records(...given: Parameters<StreamsClient['records']>) {
    this.reads += 1;
    return super.records(...given);
  }
}

describe('a reader of a stream', () => {
  useTable({ stream: true });
  const directory = mkdtempSync(join(tmpdir(), 'formline-stream-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const mapping = {
    ...{ batchSize: 10, windowSeconds: 0, tumblingSeconds: 0, filters: [], bisects: false, retriesMax: 3 },
    reportsItemFailures: true,
  } as unknown as StreamMapping;

  /** A reader, and the keys that its function was invoked with. What it answers is up to the test. */
  function reader(positionFile: string, answer: () => Promise<void>, changedAt?: () => number) {
    const invoked: string[] = [];
    const streams = new CountedStreams(process.env.AWS_ENDPOINT_URL_DYNAMODB_STREAMS ?? '');
    const source = new StreamSource({
      ...{ mapping, streamArn: streamArn(), positionFile, s3: new S3Client({ region: 'local' }) },
      streams,
      changedAt,
      expired: () => false,
      measure: () => {},
      now: Date.now,
      invoke: async event => {
        const { Records } = JSON.parse(event) as { Records: { dynamodb: { Keys: { pk: { S: string } } } }[] };
        invoked.push(...Records.map(({ dynamodb }) => dynamodb.Keys.pk.S));
        await answer();
        return { failed: false, payload: '{"batchItemFailures":[]}' };
      },
    } as ConstructorParameters<typeof StreamSource>[0]);
    const running = source.run();
    return { invoked, source, running, streams };
  }

  it('brings a record again whose function had not answered when it was killed, and none that it had dealt with', async () => {
    const file = join(directory, 'positions.json');
    await putItem({ pk: 'first', sk: 'item' });
    const first = reader(file, async () => {});
    await eventually(async () => expect(first.invoked).toEqual(['first']));
    first.source.stop();
    await first.running;

    await putItem({ pk: 'second', sk: 'item' });
    let release = () => {};
    const killed = reader(file, () => new Promise(resolve => (release = resolve)));
    await eventually(async () => expect(killed.invoked).toEqual(['second']));
    // Nothing that it does from here on is written, as with a process that is gone.
    killed.source.stop();

    const after = reader(file, async () => {});
    await eventually(async () => expect(after.invoked).toEqual(['second']));
    after.source.stop();
    release();
    await Promise.all([killed.running, after.running]);
  });

  it('does not ask again while the files of the engine are as they were, however often it is woken', async () => {
    const longAgo = Date.now() - 60_000;
    const { invoked, source, running, streams } = reader(
      join(directory, 'quiet.json'),
      async () => {},
      () => longAgo,
    );
    await putItem({ pk: 'third', sk: 'item' });
    await eventually(async () => expect(invoked).toContain('third'));
    const [reads, since] = [streams.reads, performance.now()];
    for (let wakes = 0; wakes < 50; wakes += 1) {
      source.wake();
      await pause(10);
    }
    // Once a second it asks all the same, and one of each kind may have been on its way.
    expect(streams.reads - reads).toBeLessThanOrEqual((performance.now() - since) / 1000 + 2);
    await putItem({ pk: 'fourth', sk: 'item' });
    await eventually(async () => expect(invoked).toContain('fourth'));
    source.stop();
    await running;
  });
});
