import type { FromSchema } from 'json-schema-to-ts';
import { createExport as contract } from '../../shared/contracts/responses/exports.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { timesOfBody } from '../../shared/http/lists/times.ts';
import { checkTimeZone } from '../../shared/http/reports/report-period.ts';
import { startExport } from '../../shared/jobs/exports/start-export.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { getViews } from '../../shared/store/responses/views.ts';

type ExportBody = FromSchema<typeof contract.body>;

export const handler = endpoint(contract, async ({ body, caller }) => {
  const { environment: _, from, to, ...options } = await withView(body, caller);
  if (options.timezone !== undefined) checkTimeZone(options.timezone);
  const times = timesOfBody({ from, to });
  return startExport({ options, times }, { caller, action: contract.audited });
});

/** Adds the content of the view that a request names. A later change of the view does not change the export. */
async function withView({ viewId, ...body }: ExportBody, caller: Caller): Promise<Omit<ExportBody, 'viewId'>> {
  if (viewId === undefined) return body;
  const { formId } = body;
  if (formId === undefined) {
    throw validationFailed([{ field: 'viewId', rule: 'noEffect', message: 'is for one form: name it by formId' }]);
  }
  if (!(await getFormOf(caller, formId))) throw notFound('Form');
  const view = (await getViews(formId)).views.find(({ id }) => id === viewId);
  if (!view) throw notFound('View');
  const { filters, order, columns } = view;
  return { ...filters, order, ...(columns && { columns: columns.join(',') }), ...body };
}
