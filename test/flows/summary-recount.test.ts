import { expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { checkRandomSummary } from '../support/records/summary-world.ts';

const service = startedService();

it('is what counting the export again gives, for a field of every type', async () => {
  const clients = { secret: service.client('secretKey'), browser: service.client('publishableKey') };
  await expect(checkRandomSummary(clients, { seed: 1, count: 80 })).resolves.toBeUndefined();
});
