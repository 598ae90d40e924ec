import { describe, expect, it } from '@jest/globals';
import { markOfTicket, newTicket } from '../../../../shared/domain/spam/ticket.ts';
import { fc } from '../../../support/properties.ts';

const secret = 'a secret of the form';
const now = Date.parse('2026-03-01T12:00:00Z');
const reasonsAt = (ticket: string | undefined, time: number, partial = false) =>
  markOfTicket(secret, 'form_1', ticket, { now: time, partial })?.reasons;

describe('a ticket', () => {
  const ticket = newTicket(secret, 'form_1', now);

  it.each([
    [-60_000, ['ticket_early']],
    [0, ['ticket_early']],
    [1999, ['ticket_early']],
    [2000, undefined],
    [86_400_000, undefined],
    [86_400_001, ['ticket_expired']],
  ])('that comes back after %d ms is judged %j', (after, reasons) => {
    expect(reasonsAt(ticket, now + after)).toEqual(reasons);
  });

  it('is not too early for a partial save, but may be missing or too late', () => {
    expect(reasonsAt(ticket, now, true)).toBeUndefined();
    expect(reasonsAt(undefined, now, true)).toEqual(['ticket_missing']);
    expect(reasonsAt(ticket, now + 90_000_000, true)).toEqual(['ticket_expired']);
  });

  it('is of its form and its secret', () => {
    const later = { now: now + 5000, partial: false };
    expect(markOfTicket(secret, 'form_2', ticket, later)?.reasons).toEqual(['ticket_invalid']);
    expect(markOfTicket('another', 'form_1', ticket, later)?.reasons).toEqual(['ticket_invalid']);
  });

  it('says nothing else when it is changed in any way', () => {
    fc.assert(
      fc.property(fc.nat(ticket.length - 1), fc.string({ minLength: 1, maxLength: 3 }), (at, text) => {
        const changed = ticket.slice(0, at) + text + ticket.slice(at + 1);
        fc.pre(changed !== ticket && !changed.startsWith(`${ticket}.`));
        expect(reasonsAt(changed, now + 5000)).toEqual(['ticket_invalid']);
      }),
    );
    fc.assert(
      fc.property(fc.string(), text => {
        expect(reasonsAt(text, now)).toEqual(['ticket_invalid']);
      }),
    );
  });
});
