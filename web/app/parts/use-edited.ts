import { useState } from 'preact/hooks';
import { useAction } from '../api/load.ts';
import { useUnsaved } from './unsaved/unsaved.ts';

export type Edited<V> = {
  /** What is stored, with the changes of this page. */
  readonly values: V;
  readonly set: (change: Partial<V>) => void;
  readonly isChanged: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly submit: (event: Event) => Promise<void>;
  /** Drops the changes and reads again: after somebody else has changed the record. */
  readonly reload: () => void;
};

/**
 * Edits a stored record. The changes lie on top of what is stored, so that another part of the page may save
 * meanwhile. Asks before the page is left with changes.
 *
 * @param save stores the values, and puts what is stored now in place of `stored`
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
