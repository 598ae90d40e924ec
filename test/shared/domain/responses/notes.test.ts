import { describe, expect, it } from '@jest/globals';
import { addNotes } from '../../../../shared/domain/responses/notes.ts';
import { newId } from '../../../../shared/ids.ts';

const author = { authorId: 'usr_1', createdAt: '2026-01-31T09:30:00.000Z' };
const earlier = { id: newId('note'), body: 'Called.', authorId: 'usr_0', createdAt: '2026-01-01T00:00:00.000Z' };
const added = (body: string) => ({ id: expect.stringMatching(/^note_/), body, ...author });

describe('notes that are added', () => {
  it('come behind those there are, each as a text or as one with a body', () => {
    expect(addNotes([earlier], 'Wrote.', author)).toEqual({ notes: [earlier, added('Wrote.')] });
    expect(addNotes([earlier], ['Wrote.', { body: 'Called back.' }], author)).toEqual({
      notes: [earlier, added('Wrote.'), added('Called back.')],
    });
  });

  it('leave one that is sent back as it is, whatever its text is now', () => {
    expect(addNotes([earlier], [{ id: earlier.id, body: 'Never called.' }], author)).toEqual({ notes: [earlier] });
  });

  it('have no id that the response does not know', () => {
    const message = 'this response has no note with this id; leave the id out to add a note';
    expect(addNotes([earlier], ['Wrote.', { id: newId('note'), body: 'Called.' }], author)).toEqual({
      faults: [{ field: 'notes[1].id', rule: 'unknown', message }],
    });
  });

  it('take 128 KB at most with all the others', () => {
    const { notes: [note] = [] } = addNotes([], '', author) as { notes?: object[] };
    const room = 131_072 - JSON.stringify([earlier, note]).length;
    expect(addNotes([earlier], 'x'.repeat(room), author)).toHaveProperty('notes');
    const message = expect.stringContaining('131072 bytes; shorten this one');
    expect(addNotes([earlier], 'x'.repeat(room + 1), author)).toEqual({
      faults: [{ field: 'notes', rule: 'maxLength', message }],
    });
  });
});
