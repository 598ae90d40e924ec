import { useState } from 'preact/hooks';
import { patterns } from '../../../../../shared/contracts/patterns.ts';
import { TextField } from '../../../parts/fields.tsx';
import { useEditor } from '../context.ts';
import type { Field } from '../model/draft.ts';
import { changedField, renameField, takenIds } from '../model/fields.ts';
import { t } from '../texts/t.ts';
import { faultAt } from './fault-text.ts';

const isId = (id: string) => new RegExp(patterns.fieldId.pattern, 'u').test(id) && !(id in Object.prototype);

/** Edits the field's ID. */
export function Technical({ field }: { field: Field }) {
  const { act, settle, faults, draft, storedIds } = useEditor();
  const { id, type } = field;
  const [typed, setTyped] = useState<string>();
  const wanted = typed ?? id;
  const isTaken = wanted !== id && takenIds(draft, storedIds).has(wanted);
  const fault = isTaken ? t('fault_unique') : isId(wanted) ? undefined : t('idRule');
  const leave = () => {
    if (!fault) act(present => renameField(present, id, wanted));
    setTyped(undefined);
    settle();
  };
  return (
    <>
      <TextField
        label={t('id')}
        help={t(storedIds.has(id) ? 'idOfStored' : 'idHelp')}
        spellcheck={false}
        maxLength={64}
        value={wanted}
        error={fault}
        onInput={setTyped}
        onBlur={leave}
      />
      {type === 'hidden' && (
        <TextField
          label={t('query')}
          help={t('queryHelp')}
          maxLength={100}
          spellcheck={false}
          placeholder={id}
          value={field.query ?? ''}
          error={faultAt(faults, id, 'query')}
          onInput={query => act(present => changedField(present, id, { query: query || undefined }), `query ${id}`)}
          onBlur={settle}
        />
      )}
    </>
  );
}
