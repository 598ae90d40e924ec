import { useState } from 'preact/hooks';
import { useAction } from '../api/load.ts';
import { useUnsaved } from './unsaved/unsaved.ts';

export type Edited<V> = {
  /** The stored values with the changes made on this page. */
  readonly values: V;
  readonly set: (change: Partial<V>) => void;
  readonly isChanged: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly submit: (event: Event) => Promise<void>;
  /** Drops the changes and reads the record again, after someone else has changed it. */
  readonly reload: () => void;
};

/**
 * Edits a stored record. The changes are kept apart from the stored values, so another part of the page may save
 * meanwhile. Asks before the user leaves the page with changes.
 *
 * @param save stores the values, and replaces `stored` with what is stored now
 * @param onReload reads the record again
 */
export function useEdited<V extends object>(
  stored: V,
  save: (values: V) => Promise<unknown>,
  onReload?: () => void,
): Edited<V> {
  const [changes, setChanges] = useState<Partial<V>>({});
  const values = { ...stored, ...changes };
  const isChanged = JSON.stringify(values) !== JSON.stringify(stored);
  useUnsaved(isChanged);
  const { run, busy, error } = useAction(async () => {
    await save(values);
    setChanges({});
  });
  return {
    ...{ values, isChanged, busy, error },
    set: change => setChanges(now => ({ ...now, ...change })),
    submit: event => {
      event.preventDefault();
      return run();
    },
    reload: () => {
      setChanges({});
      onReload?.();
    },
  };
}
