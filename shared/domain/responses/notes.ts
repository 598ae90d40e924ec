import type { Fault } from '../../fault.ts';
import { newId } from '../../ids.ts';
import type { Note } from './response.ts';

/**
 * A note as a client sends it: its text, alone or as `body`. With the `id` of an existing note, that one stays
 * unchanged.
 */
type SentNote = string | { id?: string; body: string };

/**
 * The maximum size of all notes of a response, in bytes. They are in its item, beside answers of up to 128 KB, and an
 * item has at most 400 KB.
 */
const notesBytesMax = 131_072;

/** Returns the notes with the sent ones added. Notes are a record of what happened, so none is changed or removed. */
export function addNotes(
  notes: readonly Note[],
  sent: string | readonly SentNote[],
  author: { authorId: string; createdAt: string },
): { notes: Note[] } | { faults: Fault[] } {
  const list = typeof sent === 'string' ? [sent] : sent;
  const known = new Set(notes.map(({ id }) => id));
  const faults: Fault[] = [];
  const added: Note[] = [];
  for (const [index, note] of list.entries()) {
    const { id, body } = typeof note === 'string' ? { id: undefined, body: note } : note;
    if (id === undefined) added.push({ id: newId('note'), body, ...author });
    else if (!known.has(id)) {
      const message = 'this response has no note with this id; leave the id out to add a note';
      faults.push({ field: `notes[${index}].id`, rule: 'unknown', message });
    }
  }
  const all = [...notes, ...added];
  if (Buffer.byteLength(JSON.stringify(all)) > notesBytesMax) {
    const message = `All notes of a response together may take at most ${notesBytesMax} bytes; shorten this one`;
    faults.push({ field: 'notes', rule: 'maxLength', message });
  }
  return faults.length > 0 ? { faults } : { notes: all };
}
