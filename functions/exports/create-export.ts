import { createExport as contract } from '../../shared/contracts/responses/exports.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { checkTimeZone } from '../../shared/http/report-period.ts';
import { timesOfBody } from '../../shared/http/times.ts';
import { startExport } from '../../shared/jobs/exports/start-export.ts';

export const handler = endpoint(contract, ({ body, caller }) => {
  const { environment: _, from, to, ...options } = body;
  if (options.timezone !== undefined) checkTimeZone(options.timezone);
  const times = timesOfBody({ from, to });
  return startExport({ options, times }, { caller, action: contract.audited });
});
