import type { ComponentChildren } from 'preact';
import { choiceLabel, choiceValue } from '../../../../../shared/domain/fields/field.ts';
import { fieldTypes } from '../../../../../shared/domain/fields/field-types.ts';
import { Select, TextField } from '../../../parts/fields.tsx';
import { Checkbox, TextArea } from '../../../parts/more-fields.tsx';
import { useEditor } from '../context.ts';
import { compact, type Field, unlessEmpty } from '../model/draft.ts';
import { changedField } from '../model/fields.ts';
import { t } from '../texts/t.ts';
import { faultAt } from './fault-text.ts';
import { SeveralInput, ValueInput } from './value-input.tsx';

const tokens = [
  ...['name', 'given-name', 'family-name', 'email', 'tel', 'organization', 'organization-title', 'url'],
  ...['street-address', 'address-line1', 'address-line2', 'postal-code', 'address-level2', 'country', 'country-name'],
  ...['bday', 'language', 'username', 'one-time-code', 'on', 'off'],
];

/** Edits the default answer and the browser's autofill. */
export function DefaultAnswer({ field }: { field: Field }) {
  const { act, settle, faults } = useEditor();
  const { id, type } = field;
  const { properties } = fieldTypes[type];
  const set = (value: unknown) =>
    act(present => changedField(present, id, { default: value as Field['default'] }), `default ${id}`);
  return (
    <>
      {properties.includes('default') && <Default field={field} onInput={set} error={faultAt(faults, id, 'default')} />}
      {properties.includes('autocomplete') && (
        <>
          <TextField
            label={t('autocomplete')}
            help={t('autocompleteHelp')}
            maxLength={200}
            spellcheck={false}
            list="ed-tokens"
            value={field.autocomplete ?? ''}
            error={faultAt(faults, id, 'autocomplete')}
            onInput={text =>
              act(present => changedField(present, id, { autocomplete: text || undefined }), `fill ${id}`)
            }
            onBlur={settle}
          />
          <datalist id="ed-tokens">
            {tokens.map(token => (
              <option key={token} value={token} />
            ))}
          </datalist>
        </>
      )}
    </>
  );
}

type DefaultProps = { field: Field; onInput: (value: unknown) => void; error: ComponentChildren };

function Default({ field, onInput, error }: DefaultProps) {
  const { settle } = useEditor();
  const { type, default: standard, options = [] } = field;
  const label = t('default');
  if (type === 'matrix') return <MatrixDefault field={field} onInput={onInput} />;
  if (type === 'multiselect') {
    const values = (standard as string[] | undefined) ?? [];
    return (
      <>
        <SeveralInput
          field={field}
          legend={label}
          values={values}
          onInput={some => onInput(some.length > 0 ? some : undefined)}
        />
        {error && <p class="error">{error}</p>}
      </>
    );
  }
  if (type === 'ranking') {
    return (
      <Checkbox
        label={t('defaultOrder')}
        checked={standard !== undefined}
        error={error}
        onInput={is => onInput(is ? options.map(choiceValue) : undefined)}
      />
    );
  }
  const common = { label, error, onBlur: settle };
  if (type === 'textarea') {
    return (
      <TextArea {...common} rows={3} value={String(standard ?? '')} onInput={text => onInput(text || undefined)} />
    );
  }
  return <ValueInput {...common} field={field} value={standard} optional onInput={onInput} />;
}

function MatrixDefault({ field, onInput }: Omit<DefaultProps, 'error'>) {
  const { rows = [], columns = [], default: standard } = field;
  const answers = (standard ?? {}) as Record<string, string>;
  const set = (row: string, column: string) =>
    onInput(unlessEmpty(compact({ ...answers, [row]: column === '' ? undefined : column })));
  return (
    <fieldset class="stack">
      <legend>{t('default')}</legend>
      {rows.map(row => (
        <Select
          key={choiceValue(row)}
          label={choiceLabel(row)}
          value={answers[choiceValue(row)] ?? ''}
          options={[
            { value: '', label: t('none') },
            ...columns.map(column => ({ value: choiceValue(column), label: choiceLabel(column) })),
          ]}
          onInput={column => set(choiceValue(row), column)}
        />
      ))}
    </fieldset>
  );
}
