import { getResponse as contract } from '../../shared/contracts/responses/responses.ts';
import { accessOf } from '../../shared/domain/responses/field-policies.ts';
import { recordsReading } from '../../shared/domain/responses/policed-fields.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { recordReading } from '../../shared/store/readings.ts';
import { getResponseOf } from '../../shared/store/responses/responses.ts';
import { showResponse } from '../../shared/store/responses/sealed-answers.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  const read = await getResponseOf(caller, params.id);
  if (!read) throw notFound('Response');
  const { form } = read.storedForm;
  if (recordsReading(read.storedForm)) {
    await recordReading(caller, 'responses.read', { id: form.id, name: form.title, responseId: read.response.id });
  }
  return showResponse(read.storedForm, read.response, accessOf(caller));
});
