import { fieldTypes } from '../../../../../shared/domain/fields/field-types.ts';
import { Select, TextField } from '../../../parts/fields.tsx';
import { Checkbox, TextArea } from '../../../parts/more-fields.tsx';
import { locale } from '../../../texts/language.ts';
import { allTypes } from '../canvas/field-types.ts';
import { useEditor } from '../context.ts';
import type { Field, FieldType } from '../model/draft.ts';
import { changedField, fieldOf, relabelField } from '../model/fields.ts';
import { retypeField } from '../model/retype.ts';
import { t } from '../texts/t.ts';
import { typeName, wordsFor } from '../wording.ts';
import { Choices } from './choices.tsx';
import { DefaultAnswer } from './default-answer.tsx';
import { faultAt } from './fault-text.ts';
import { InspectorSection } from './inspector-section.tsx';
import { Logic } from './logic.tsx';
import { Privacy } from './privacy.tsx';
import { Rules } from './rules.tsx';
import { Technical } from './technical.tsx';

/** All properties of the selected field. */
export function Inspector() {
  const { draft, selected, keyOf } = useEditor();
  const field = selected === undefined ? undefined : fieldOf(draft, selected);
  if (!field) return <p class="help ed-nothing">{t('nothingChosen')}</p>;
  return <Properties key={keyOf(field.id)} field={field} />;
}

const has = ({ type }: Field, name: string): boolean =>
  (fieldTypes[type].properties as readonly string[]).includes(name);

function Properties({ field }: { field: Field }) {
  const { type } = field;
  return (
    <div class="ed-inspector">
      <General field={field} />
      {(['options', 'rows', 'columns'] as const).map(
        list => has(field, list) && <Choices key={list} field={field} list={list} />,
      )}
      {fieldTypes[type].rules && (
        <InspectorSection title={t('rules')}>
          <Rules field={field} />
        </InspectorSection>
      )}
      {(has(field, 'default') || has(field, 'autocomplete')) && (
        <InspectorSection title={t('begin')} closed>
          <DefaultAnswer field={field} />
        </InspectorSection>
      )}
      <Logic field={field} />
      {has(field, 'pii') && (
        <InspectorSection title={t('privacy')} closed>
          <Privacy field={field} />
        </InspectorSection>
      )}
      <InspectorSection title={t('technical')} closed>
        <Technical field={field} />
      </InspectorSection>
    </div>
  );
}

function Currency({ field: { id, currency = '' } }: { field: Field }) {
  const { act, faults } = useEditor();
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return (
    <Select
      label={t('currency')}
      value={currency}
      options={Intl.supportedValuesOf('currency').map(code => ({ value: code, label: `${code} – ${names.of(code)}` }))}
      onInput={code => act(present => changedField(present, id, { currency: code }))}
      error={faultAt(faults, id, 'currency')}
    />
  );
}

function General({ field }: { field: Field }) {
  const { act, settle, faults, storedIds } = useEditor();
  const { id, type } = field;
  const set = (name: keyof Field) => (value: string) =>
    act(present => changedField(present, id, { [name]: value === '' ? undefined : value }), `${name} ${id}`);
  const fault = (at: string) => faultAt(faults, id, at);
  return (
    <div class="stack">
      <Select
        label={t('type')}
        value={type}
        options={allTypes.map(each => ({ value: each, label: typeName(each) }))}
        onInput={(next: FieldType) => act(present => retypeField(present, id, next, wordsFor(next)))}
        {...(storedIds.has(id) && { help: t('typeOfStored') })}
      />
      <TextArea
        label={t('label')}
        rows={2}
        maxLength={1000}
        value={field.label ?? ''}
        onInput={value => act(present => relabelField(present, id, value, storedIds), `label ${id}`)}
        onBlur={settle}
      />
      {has(field, 'text') && (
        <TextArea
          label={t(type === 'consent' ? 'consentLabel' : 'textLabel')}
          help={t('markdown')}
          rows={5}
          maxLength={10_000}
          value={field.text ?? ''}
          onInput={value => act(present => changedField(present, id, { text: value }), `text ${id}`)}
          onBlur={settle}
          error={fault('text')}
        />
      )}
      {has(field, 'currency') && <Currency field={field} />}
      {has(field, 'required') && (
        <Checkbox
          role="switch"
          label={t('required')}
          checked={field.required ?? false}
          onInput={required => act(present => changedField(present, id, { required: required || undefined }))}
        />
      )}
      {has(field, 'help') && (
        <TextArea
          label={t('help')}
          rows={2}
          maxLength={2000}
          value={field.help ?? ''}
          onInput={set('help')}
          onBlur={settle}
        />
      )}
      {(['placeholder', 'lowLabel', 'highLabel'] as const).map(
        name =>
          has(field, name) && (
            <TextField
              key={name}
              label={t(name)}
              maxLength={1000}
              value={field[name] ?? ''}
              onInput={set(name)}
              onBlur={settle}
            />
          ),
      )}
    </div>
  );
}
