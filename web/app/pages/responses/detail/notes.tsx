import { useState } from 'preact/hooks';
import { useAction } from '../../../api/load.ts';
import { Button } from '../../../parts/button.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { TextArea } from '../../../parts/more-fields.tsx';
import { Section } from '../../../parts/page.tsx';
import { useNames } from '../../../parts/select/selects.tsx';
import { useUnsaved } from '../../../parts/unsaved/unsaved.ts';
import { formatDateTime } from '../../../texts/format.ts';
import type { Response } from '../response.ts';
import { t } from '../texts/t.ts';
import { LongText } from './long-text.tsx';

type NotesProps = {
  readonly notes: Response['notes'];
  /** Absent if the user may not change anything. */
  readonly onAdd?: (note: string) => Promise<boolean>;
};

/** The team's notes, oldest first. */
export function Notes({ notes, onAdd }: NotesProps) {
  const nameOf = useNames(notes.map(({ authorId }) => authorId));
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  const adding = useAction(async () => {
    if (await onAdd?.(text)) setText('');
  });
  return (
    <Section title={t('notes')} help={t('noteHelp')}>
      <div class="stack">
        {notes.length === 0 && <p class="help">{t('noNotes')}</p>}
        {notes.length > 0 && (
          <ol class="notes">
            {notes.map(({ id, body, authorId, createdAt }) => (
              <li key={id}>
                <LongText text={body} />
                <p class="help">
                  <bdi>{nameOf(authorId)}</bdi> · {formatDateTime(createdAt)}
                </p>
              </li>
            ))}
          </ol>
        )}
        {onAdd && (
          <form
            class="stack"
            onSubmit={event => {
              event.preventDefault();
              return text.trim() ? adding.run() : undefined;
            }}
          >
            <TextArea label={t('note')} rows={3} maxLength={4000} value={text} onInput={setText} />
            <ErrorNote error={adding.error} />
            <div class="actions">
              <Button type="submit" size="small" busy={adding.busy} disabled={!text.trim()}>
                {t('addNote')}
              </Button>
            </div>
          </form>
        )}
      </div>
    </Section>
  );
}
