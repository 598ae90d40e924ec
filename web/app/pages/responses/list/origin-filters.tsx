import { useEffect, useId, useState } from 'preact/hooks';
import { browserNames } from '../../../../../shared/contracts/response-states.ts';
import { Select, TextField } from '../../../parts/fields.tsx';
import { locale } from '../../../texts/language.ts';
import type { FilterChange, Filters } from '../filters.ts';
import { t } from '../texts/t.ts';

type OriginFiltersProps = { readonly filters: Filters; readonly onChange: (change: FilterChange) => void };

const sources = ['browser', 'server', 'import'] as const;

/** Where responses came from: the kind of sender, the page, and the visitor's browser with its language. */
export const OriginFilters = ({ filters: { source, origin, language, browser }, onChange }: OriginFiltersProps) => (
  <div class="toolbar">
    <Select
      label={t('source')}
      value={source ?? ''}
      options={[{ value: '', label: t('all') }, ...sources.map(each => ({ value: each, label: t(each) }))]}
      onInput={next => onChange({ source: next || undefined })}
    />
    <Select
      label={t('browser')}
      value={browser ?? ''}
      options={[{ value: '', label: t('all') }, ...browserNames.map(each => ({ value: each, label: each }))]}
      onInput={next => onChange({ browser: next || undefined })}
    />
    <TypedFilter
      label={t('language')}
      value={language ?? ''}
      placeholder="de"
      pattern={/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i}
      suggestions={suggestions()}
      onInput={next => onChange({ language: next })}
    />
    <TypedFilter
      label={t('origin')}
      value={origin ?? ''}
      placeholder="https://www.example.com"
      pattern={/^\S+$/}
      onInput={next => onChange({ origin: next })}
    />
  </div>
);

const languages = [
  'ar',
  'cs',
  'da',
  'de',
  'en',
  'es',
  'fr',
  'he',
  'it',
  'ja',
  'nl',
  'pl',
  'pt',
  'sv',
  'tr',
  'uk',
  'zh',
];

function suggestions() {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return languages.map(value => ({ value, label: names.of(value) ?? value }));
}

type TypedFilterProps = {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  /** Matches the values that the service accepts. */
  readonly pattern: RegExp;
  readonly suggestions?: readonly { readonly value: string; readonly label: string }[];
  readonly onInput: (value: string | undefined) => void;
};

/** A text that filters when the person leaves the field or presses Enter. */
function TypedFilter({ label, value, placeholder, pattern, suggestions: known, onInput }: TypedFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const text = typed.trim();
  const fits = text === '' || pattern.test(text);
  const settle = () => {
    if (fits && text !== value) onInput(text || undefined);
  };
  return (
    <>
      <TextField
        label={label}
        value={typed}
        placeholder={placeholder}
        maxLength={255}
        error={fits ? undefined : t('filterUnfit', { example: placeholder })}
        spellcheck={false}
        {...(known && { list: id })}
        onInput={setTyped}
        onChange={settle}
        onKeyDown={event => event.key === 'Enter' && settle()}
      />
      {known && (
        <datalist id={id}>
          {known.map(each => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
