import { createForm } from '../../shared/contracts/forms/forms.ts';
import { importForm as contract } from '../../shared/contracts/forms/imports.ts';
import { faultsOfForm } from '../../shared/domain/forms/form-rules.ts';
import { type ImportedForm, isNotOfFormat, withinBytes } from '../../shared/domain/imports/foreign-form.ts';
import { importForm } from '../../shared/domain/imports/import-form.ts';
import { uploadBytesMax } from '../../shared/env.ts';
import { validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { callOperation } from '../../shared/http/pages/call-operation.ts';
import { headersOf, type Request } from '../../shared/http/read-request.ts';
import { Reply } from '../../shared/http/reply.ts';
import { faultsOfIllFormedText } from '../../shared/http/validation/ill-formed-text.ts';
import { faultsOf } from '../../shared/http/validation/validate.ts';
import { log } from '../../shared/log.ts';
import { handler as createFormHandler } from './create-form.ts';

/** The headers that identify the caller, the organization and the environment. */
const whoAndWhere = ['authorization', 'cookie', 'x-formline-request', 'x-organization-id', 'x-environment'];

export const handler = endpoint(contract, async ({ body, event }) => {
  const { form, warnings } = withinBytes(await read(body), uploadBytesMax());
  const draft = { ...form, status: 'draft' as const };
  // A text with JSON has its own character escapes, which were not checked yet.
  refuse(faultsOfIllFormedText(JSON.stringify(draft), draft));
  if (body.dryRun) {
    refuse(faultsOf('body', createForm.body, draft));
    refuse(faultsOfForm(draft, { uploadBytesMax: uploadBytesMax() }));
    return new Reply({ form: draft, warnings }, { status: 200 });
  }
  const sent = headersOf(event);
  const headers = Object.fromEntries(whoAndWhere.map(name => [name, sent[name]]));
  const created = await callOperation(event, {
    contract: createForm,
    handler: createFormHandler,
    headers,
    body: draft,
  });
  refuse(created.body.details ?? []);
  const { status, headers: answered } = created;
  if (status !== contract.status) return new Reply(created.body, { status, headers: answered });
  return { form: created.body, warnings };
});

async function read({ format, source }: Request<typeof contract>['body']): Promise<ImportedForm> {
  try {
    return await importForm(format, source);
  } catch (error) {
    if (!isNotOfFormat(error)) throw error;
    if (error.cause) log.warn('a source could not be imported', error.cause as Error);
    throw validationFailed([{ field: 'source', rule: 'format', message: error.message }]);
  }
}

/** Throws if the imported form has faults. */
function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  throw validationFailed(
    faults.map(fault => ({ ...fault, field: fault.field === '' ? 'form' : `form.${fault.field}` })),
  );
}
