import type { Summary } from '../../../../shared/domain/summaries/summary.ts';
import type { Filters } from '../responses/filters.ts';

export type ShownSummary = Summary;

/** Whether the service has counted what these filters show: all responses, or those of a period. */
export const isCounted = ({ folder, status, from: _, to: __, order: ___, ...others }: Filters): boolean =>
  folder === 'inbox' && (status === undefined || status === 'completed') && Object.keys(others).length === 0;

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const countedSummaryQuery = ({ from, to }: Filters) => ({ timezone, ...(from && { from }), ...(to && { to }) });
