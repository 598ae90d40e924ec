import { getResponseTimeline } from '../../shared/contracts/responses/timelines.ts';
import { spansOfEvents, timelineOf } from '../../shared/domain/receivers/response-timeline.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { firstSaveOf } from '../../shared/ids.ts';
import { readingsOf } from '../../shared/store/readings.ts';
import { deliveriesOfResponse, receiversOfForm } from '../../shared/store/receivers/deliveries-of-response.ts';
import { readHistory } from '../../shared/store/responses/history.ts';
import { repliesIn } from '../../shared/store/responses/replies.ts';
import { getResponseOf } from '../../shared/store/responses/responses.ts';

export const handler = endpoint(getResponseTimeline, async ({ params, caller }) => {
  const read = await getResponseOf(caller, params.id);
  if (!read) throw notFound('Response');
  const [history, { readings, ...reads }] = await Promise.all([
    readHistory(params.id),
    readingsOf(caller.organizationId, params.id),
  ]);
  const { response, storedForm } = read;
  const { spans, isWhole } = spansOfEvents(response, firstSaveOf(response.id), history.events);
  const found = await deliveriesOfResponse(await receiversOfForm(storedForm), response.id, spans);
  return {
    items: timelineOf(response, history.events, found.deliveries, repliesIn(read.item), readings),
    enabled: found.enabled,
    isWhole: isWhole && history.isWhole && reads.isWhole && found.isWhole,
  };
});
