import { getResponse as contract } from '../../shared/contracts/responses/responses.ts';
import { recordsReading } from '../../shared/domain/responses/policed-fields.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { recordReading } from '../../shared/store/readings.ts';
import { getResponseOf } from '../../shared/store/responses/responses.ts';
import { showTo } from '../../shared/store/responses/sealed-answers.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  const read = await getResponseOf(caller, params.id);
  if (!read) throw notFound('Response');
  const { form } = read.storedForm;
  if (recordsReading(read.storedForm)) {
    await recordReading(caller, 'responses.read', { id: form.id, name: form.title, responseId: read.response.id });
  }
  return showTo(caller, read.storedForm, read.response);
});
