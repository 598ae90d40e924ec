import { expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { checkRandomSummary } from '../support/records/summary-world.ts';

const service = startedService();

/** `RECOUNTED=100000` takes more responses. */
const count = Number(process.env.RECOUNTED ?? 2000);

it('is what counting the export of thousands of random responses again gives', async () => {
  const clients = { secret: service.client('secretKey'), browser: service.client('publishableKey') };
  await expect(checkRandomSummary(clients, { seed: 2, count })).resolves.toBeUndefined();
});
