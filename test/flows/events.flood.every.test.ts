import { describe, expect } from '@jest/globals';
import { itLocally, startedService } from '../support/cloud/service.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

describe('a flood of events', () => {
  const service = startedService({
    alone: true,
    settings: { THROTTLE_REQUESTS_PER_SECOND: '10', THROTTLE_BURST: '60' },
  });
  const publishable = service.client('publishableKey');

  itLocally('is throttled, and leaves submissions their rate', async () => {
    const { id: formId } = await newForm(service.client('secretKey'));
    const event = { params: { id: formId }, body: { type: 'view', sessionId: 'visit-0000000001' } };
    const replies = await Promise.all(Array.from({ length: 60 }, () => publishable('createEvents', event)));
    const throttled = replies.filter(({ status }) => status !== 202);
    expect(throttled.length).toBeGreaterThan(10);
    for (const reply of throttled) expectRefusal(reply, 429, 'rate_limited');
    for (let n = 0; n < 20; n++) expect(await submit(publishable, formId)).toMatchObject({ status: 'completed' });
  });
});
