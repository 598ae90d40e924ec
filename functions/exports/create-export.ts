import { createExport as contract } from '../../shared/contracts/responses/exports.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { timesOfBody } from '../../shared/http/lists/times.ts';
import { checkTimeZone } from '../../shared/http/reports/report-period.ts';
import { startExport } from '../../shared/jobs/exports/start-export.ts';

export const handler = endpoint(contract, ({ body, caller }) => {
  const { environment: _, from, to, ...options } = body;
  if (options.timezone !== undefined) checkTimeZone(options.timezone);
  const times = timesOfBody({ from, to });
  return startExport({ options, times }, { caller, action: contract.audited });
});
