import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect } from '@jest/globals';
import { tableOf } from '../support/cloud/cloud-table.ts';
import type { Reply } from '../support/cloud/http.ts';
import { itLocally, startedService } from '../support/cloud/service.ts';
import { newForm, submit } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';

const settings = {
  LIMIT_SUBMISSIONS: '40',
  LIMIT_FORM_SUBMISSIONS: '60',
  LIMIT_EVENTS: '50',
  LIMIT_UPLOADS: '4',
  LIMIT_PAGES: '30',
  LIMIT_REQUESTS: '120',
  LIMIT_UPLOAD_MEGABYTES: '100',
};

describe('a limit', () => {
  const service = startedService({ alone: true, settings });
  const publishable = service.client('publishableKey');
  const secret = service.client('secretKey', 'staging');
  const owner = service.session();

  const visit = { headers: { origin: 'https://a.example' } };

  /** What is answered to so many calls at once, which several execution environments take. */
  async function outcomes(count: number, call: () => Promise<Reply>): Promise<{ taken: number; refused: Reply[] }> {
    const replies = await Promise.all(Array.from({ length: count }, call));
    const refused = replies.filter(({ status }) => status === 429);
    return { taken: replies.filter(({ status }) => status < 300).length, refused };
  }

  function expectToWait(refused: readonly Reply[], message: RegExp): void {
    expect(refused.length).toBeGreaterThan(0);
    for (const reply of refused) {
      expectRefusal(reply, 429, 'rate_limited');
      expect(reply.body.message).toMatch(message);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
  }

  itLocally(
    'holds one address to as many submissions of a form as it says, and other forms do not feel it',
    async () => {
      const { id: formId } = await newForm(owner);
      const body = { name: 'Ada' };
      const { taken, refused } = await outcomes(100, () =>
        publishable('createSubmission', { params: { formId }, body, ...visit }),
      );
      expect(taken).toBeGreaterThanOrEqual(36);
      expect(taken).toBeLessThanOrEqual(50);
      expectToWait(refused, /too many submissions of this address: 40 a minute/);
      expect(await submit(publishable, (await newForm(owner)).id)).toMatchObject({ status: 'completed' });
    },
  );

  itLocally('counts a large submission as several', async () => {
    const { id: formId } = await newForm(owner);
    const body = { name: 'Ada', message: 'x'.repeat(30_000) };
    const { taken } = await outcomes(30, () => publishable('createSubmission', { params: { formId }, body, ...visit }));
    // Four each.
    expect(taken).toBeGreaterThanOrEqual(8);
    expect(taken).toBeLessThanOrEqual(14);
  });

  itLocally('holds all senders of a form together to what the form takes', async () => {
    const { id: formId } = await newForm(owner);
    const server = service.client('secretKey');
    const { taken, refused } = await outcomes(100, () =>
      server('createSubmission', { params: { formId }, body: { name: 'Ada' } }),
    );
    expect(taken).toBeGreaterThanOrEqual(54);
    expect(taken).toBeLessThanOrEqual(72);
    expectToWait(refused, /too many submissions of this form: 60 a minute/);
  });

  itLocally('counts events, not the requests that bring them', async () => {
    const { id } = await newForm(owner);
    const events = Array.from({ length: 10 }, () => ({ type: 'view', sessionId: 'a-visit-of-somebody' }));
    const { taken, refused } = await outcomes(20, () => publishable('createEvents', { params: { id }, body: events }));
    expect(taken).toBeGreaterThanOrEqual(4);
    expect(taken).toBeLessThanOrEqual(8);
    expectToWait(refused, /too many events of this address: 50 a minute/);
  });

  itLocally('holds one address to as many uploads of a form as it says', async () => {
    const fields = [{ id: 'cv', type: 'file', label: 'CV' }];
    const { id: formId } = await newForm(owner, { fields });
    const body = { formId, fieldId: 'cv', fileName: 'cv.pdf', contentType: 'application/pdf', size: 10 };
    const { taken, refused } = await outcomes(12, () => publishable('signUpload', { body }));
    expect(taken).toBeGreaterThanOrEqual(4);
    expect(taken).toBeLessThanOrEqual(5);
    expectToWait(refused, /too many uploads of this address: 4 a minute/);
  });

  itLocally(
    'holds one address to as many pages of forms as it says, over all forms, and says so with a page',
    async () => {
      const forms = [await newForm(owner), await newForm(owner)];
      let next = 0;
      const { taken, refused } = await outcomes(80, () => {
        next += 1;
        return service.send({ method: 'GET', path: `/f/${forms[next % 2]?.id}` });
      });
      expect(taken).toBeGreaterThanOrEqual(27);
      expect(taken).toBeLessThanOrEqual(40);
      expect(taken + refused.length).toBe(80);
      for (const { headers, text } of refused) {
        expect(headers['content-type']).toBe('text/html; charset=utf-8');
        expect(text).toContain('too many pages for this address: 30 a minute');
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }
    },
  );

  itLocally('holds the files that are signed for a form to as many bytes a day as it says', async () => {
    const fields = [{ id: 'cv', type: 'file', label: 'CV' }];
    const { id: formId } = await newForm(owner, { fields });
    const body = { formId, fieldId: 'cv', fileName: 'cv.pdf', contentType: 'application/pdf', size: 10 * 1024 * 1024 };
    const { taken, refused } = await outcomes(30, () => owner('signUpload', { body }));
    expect(taken).toBeGreaterThanOrEqual(9);
    expect(taken).toBeLessThanOrEqual(11);
    expect(refused).toHaveLength(30 - taken);
    for (const reply of refused) {
      expectRefusal(reply, 429, 'rate_limited');
      expect(reply.body.message).toMatch(/^This form has reached its limit of 100 MB of files a day/);
    }
  });

  itLocally('holds a secret key to its requests, whatever they are, and leaves other keys theirs', async () => {
    const { taken, refused } = await outcomes(300, () => secret('listForms'));
    expect(taken).toBeGreaterThanOrEqual(108);
    expect(taken).toBeLessThanOrEqual(150);
    expectToWait(refused, /too many requests of this key: 120 a minute/);
    const { status } = await service.client('secretKey', 'development')('listForms');
    expect(status).toBe(200);
  });

  itLocally('believes no address that the sender names', async () => {
    const { id: formId } = await newForm(owner);
    let hop = 0;
    const { taken } = await outcomes(100, () => {
      hop += 1;
      const headers = {
        ...visit.headers,
        'x-forwarded-for': `198.51.100.${hop}`,
        'true-client-ip': `198.51.100.${hop}`,
      };
      return publishable('createSubmission', { params: { formId }, body: { name: 'Ada' }, headers });
    });
    expect(taken).toBeLessThanOrEqual(50);
  });

  itLocally('stores no address, and forgets within two minutes; what it counts by the day, within a day', async () => {
    const { client, TableName } = tableOf(service.cloud());
    const FilterExpression = 'begins_with(pk, :pk)';
    const ExpressionAttributeValues = { ':pk': 'LIMIT#' };
    const { Items = [] } = await client.send(
      new ScanCommand({ TableName, FilterExpression, ExpressionAttributeValues }),
    );
    expect(Items.length).toBeGreaterThan(5);
    for (const item of Items) {
      expect(item.pk).toMatch(/^LIMIT#[0-9a-f]{64}$/);
      expect(Object.keys(item).sort()).toEqual(['fullAt', 'pk', 'sk', 'stamp', 'ttl']);
    }
    const seconds = Items.map(({ ttl }) => ttl - Date.now() / 1000).sort((one, other) => one - other);
    expect(seconds.at(-1)).toBeLessThan(24 * 3600 + 60);
    expect(seconds.at(-3)).toBeLessThan(120);
  });
});
