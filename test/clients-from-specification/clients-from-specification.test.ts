import { describe, expect, it } from '@jest/globals';
import { startedService } from '../support/cloud/service.ts';
import { sampled } from '../support/share.ts';
import type { Access } from './access.ts';
import { analyst } from './analyst.ts';
import { continuousIntegration } from './continuous-integration.ts';
import { everyProperty } from './every-property.ts';
import { formBuilder } from './form-builder.ts';
import { onboarding } from './onboarding.ts';
import { page } from './page.ts';
import { stagingDashboard } from './staging-dashboard.ts';
import { upload } from './upload.ts';
import { webhookReceiver } from './webhook-receiver.ts';

/**
 * Clients as strangers write them who have the specification and nothing else. Each runs as it was written: a client that fails is
 * a finding about the service.
 */
describe('a client that was written from the specification alone', () => {
  const service = startedService();

  const clients: Record<string, (access: Access) => Promise<void>> = {
    'the back end of a form builder': formBuilder,
    'a builder that writes all properties of every field': everyProperty,
    'a page with FormData': page,
    'an analyst with curl': analyst,
    'a webhook receiver': webhookReceiver,
    'the onboarding of an organization': onboarding,
    'an upload': upload,
    'a dashboard of a team in staging': stagingDashboard,
    'a pipeline with keys of two environments': continuousIntegration,
  };

  it.each(sampled(Object.entries(clients)))('runs: %s', async (_, client) => {
    const { environments, owner } = service.credentials();
    await expect(client({ baseUrl: service.baseUrl(), environments, owner })).resolves.toBeUndefined();
  });
});
