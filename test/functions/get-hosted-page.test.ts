import { afterEach, expect, it, jest } from '@jest/globals';
import { answer, type Handler, proxyEvent } from '../../bench/invoke.ts';
import { handler } from '../../functions/web/get-hosted-page.ts';
import { deleteForm } from '../../shared/store/forms/forms.ts';
import { newCaller, storedForm } from '../support/records/records.ts';
import { useTable } from '../support/table/table.ts';

useTable();
afterEach(() => {
  jest.restoreAllMocks();
});

async function askFor(formId: string, query?: Record<string, string>) {
  const request = proxyEvent({ pathParameters: { formId }, query, headers: {} });
  const event = { ...request, requestContext: { extendedRequestId: 'request', identity: {} } };
  return answer(handler as unknown as Handler, event);
}

it('knows no form that was deleted while a function still remembers it, and shows the others', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  const caller = await newCaller();
  const [deleted, other] = [await storedForm(caller), await storedForm(caller)];
  // The first page that asks makes the key of the environment, and this one needs none.
  expect((await askFor(deleted.form.id, { sent: '1' })).status).toBe(200);
  expect(await deleteForm(deleted)).toBe(true);
  const gone = await askFor(deleted.form.id);
  expect(gone.status).toBe(404);
  expect(gone.body).toContain('<!doctype html>');
  const shown = await askFor(other.form.id);
  expect(shown.status).toBe(200);
  expect(shown.body).toMatch(/key="pk_live_\w+"/);
});
