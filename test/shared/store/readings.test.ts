import { describe, expect, it } from '@jest/globals';
import { consumedBy } from '../../../bench/consumed-capacity.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { quarterMs } from '../../../shared/domain/time/quarters.ts';
import { readAuditEvents } from '../../../shared/store/audit-lists.ts';
import { readingsOf, recordReading, responsesOfEvent } from '../../../shared/store/readings.ts';
import { dynamodb } from '../../../shared/store/table.ts';
import { newCaller } from '../../support/records/records.ts';
import { useTable } from '../../support/table/table.ts';

const form = { id: 'form_1', name: 'Application' };
/** The start of a quarter hour of today. */
const start = Date.now() - (Date.now() % quarterMs);

async function eventsOf({ organizationId }: Caller) {
  const all = [];
  for await (const event of readAuditEvents(organizationId, {}, { order: 'asc', position: undefined, expected: 100 }))
    all.push(event);
  return all;
}

describe('who read what', () => {
  useTable();

  it('is one event for each reader, form and quarter hour', async () => {
    const caller = { ...(await newCaller()), name: 'Reports', sourceIp: '203.0.113.7' };
    const other = { ...caller, id: 'usr_2', kind: 'session', name: 'ada@example.com' } as const;
    await recordReading(caller, 'responses.read', form, start - quarterMs);
    await recordReading(caller, 'responses.read', form, start - 1);
    await recordReading(caller, 'responses.read', { ...form, name: 'New title' }, start);
    await recordReading(other, 'responses.read', form, start + 1);
    await recordReading(caller, 'files.read', form, start + 2);
    const events = await eventsOf(caller);
    expect(events).toHaveLength(4);
    expect(events[0]).toEqual({
      ...{ id: expect.stringMatching(/^evt_/), action: 'responses.read', subjectId: form.id, subjectName: form.name },
      actor: { kind: 'secretKey', id: caller.id, name: 'Reports' },
      ...{ environment: 'production', sourceIp: '203.0.113.0/24', userAgent: null, times: 1 },
      createdAt: new Date(start - quarterMs).toISOString(),
    });
    expect(events.slice(1).map(({ createdAt }) => Date.parse(createdAt))).toEqual([start, start, start]);
    const named = events.map(({ action, actor, subjectName }) => [action, actor.name, subjectName]);
    expect(named).toContainEqual(['responses.read', 'ada@example.com', 'Application']);
    expect(named).toContainEqual(['responses.read', 'Reports', 'New title']);
    expect(named).toContainEqual(['files.read', 'Reports', 'Application']);
  });

  it('names the responses that were read one by one, however many, and each once', async () => {
    const caller = await newCaller();
    const ids = Array.from({ length: responsesOfEvent + 5 }, (_, index) => `sub_${index}`);
    await recordReading(caller, 'responses.read', form, start);
    for (const responseId of [...ids, ...ids]) {
      await recordReading(caller, 'responses.read', { ...form, responseId }, start + 1000);
    }
    const events = await eventsOf(caller);
    expect(events.map(({ responseIds = [] }) => responseIds.length).sort()).toEqual([responsesOfEvent, 5].sort());
    expect(events.flatMap(({ responseIds = [] }) => responseIds).sort()).toEqual([...ids].sort());
  });

  it('costs a write unit a quarter hour, two or three for a single response, and nothing for repeats', async () => {
    const caller = { ...(await newCaller()), name: 'Reports', userAgent: 'x'.repeat(255) };
    const unitsOf = async (responseId?: string) =>
      (await consumedBy(dynamodb, () => recordReading(caller, 'responses.read', { ...form, responseId }, start)))
        .writeUnits;
    expect(await unitsOf()).toBe(1);
    expect(await unitsOf()).toBe(0);
    const ids = Array.from({ length: responsesOfEvent }, (_, index) => `sub_${'0'.repeat(52)}${index}`);
    const units: number[] = [];
    for (const id of ids) units.push(await unitsOf(id));
    expect(units[0]).toBe(2);
    expect(units.at(-1)).toBe(3);
    expect(await unitsOf(ids[0])).toBe(0);
  });

  it('is in the timeline of the response, with the name of then', async () => {
    const caller = { ...(await newCaller()), name: 'Reports' };
    const reading = { ...form, responseId: 'sub_1' };
    await recordReading(caller, 'responses.read', reading, start - quarterMs + 5);
    await recordReading({ ...caller, name: 'Renamed' }, 'responses.read', reading, start + 7);
    await recordReading(caller, 'responses.read', { ...form, responseId: 'sub_12' }, start + 8);
    const at = [start - quarterMs + 5, start + 7].map(time => new Date(time).toISOString());
    expect(await readingsOf(caller.organizationId, 'sub_1')).toEqual({
      isWhole: true,
      readings: [
        { actorId: caller.id, actorName: 'Reports', at: at[0] },
        { actorId: caller.id, actorName: 'Renamed', at: at[1] },
      ],
    });
  });
});
