import { expect, it } from '@jest/globals';
import { startedService } from '../support/service.ts';
const service = startedService();
it('x', async () => { expect((await service.send({ method: 'GET', path: '/health' })).status).toBe(200); });
