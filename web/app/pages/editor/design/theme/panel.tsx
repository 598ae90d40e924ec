import { contrastWarnings, type Theme } from '../../../../../../shared/domain/forms/theme.ts';
import { Button } from '../../../../parts/button.tsx';
import { Notice } from '../../../../parts/feedback.tsx';
import { Field, Select, TextField } from '../../../../parts/fields.tsx';
import { useEditor } from '../../context.ts';
import { faultAt } from '../../inspector/fault-text.ts';
import { compact, unlessEmpty } from '../../model/draft.ts';
import { Picture } from './picture.tsx';
import { t } from './texts/t.ts';
import { isPreset, ownParts, type Preset, presets, withPreset } from './themes.ts';

/** The brand of the form: presets, then each value. */
export function ThemePanel() {
  const { draft, act, settle, faults } = useEditor();
  const { theme = {} } = draft;
  const replace = (next: (theme: Theme) => Theme, of?: string) =>
    act(present => compact({ ...present, theme: unlessEmpty(compact(next(present.theme ?? {}))) }), of);
  const set = (change: Theme, of?: string) => replace(present => ({ ...present, ...change }), of);
  return (
    <fieldset class="ed-theme stack">
      <legend>{t('brand')}</legend>
      <Picture name="logo" value={theme.logo} onInput={(logo, of) => set({ logo }, of)} />
      <Picture name="cover" value={theme.cover} onInput={(cover, of) => set({ cover }, of)} />
      <Presets theme={theme} onTheme={next => replace(() => next)} />
      <Color
        label={t('theme_accent')}
        value={theme.accent}
        suggested="#3f48cc"
        onInput={accent => set({ accent }, 'accent')}
      />
      <Select
        label={t('theme_background')}
        value={kindOf(theme.background)}
        options={backgrounds.map(value => ({ value, label: t(`background_${value}`) }))}
        onInput={kind => set({ background: kind === 'color' ? '#ffffff' : kind === 'transparent' ? kind : undefined })}
      />
      {kindOf(theme.background) === 'color' && (
        <Color
          label={t('theme_backgroundColor')}
          value={theme.background}
          suggested="#ffffff"
          onInput={background => set({ background }, 'background')}
        />
      )}
      <Color label={t('theme_text')} value={theme.text} suggested="#1b1d29" onInput={text => set({ text }, 'text')} />
      <Contrast />
      <Select
        label={t('theme_font')}
        value={theme.font ?? 'system'}
        options={fonts.map(value => ({ value, label: t(`font_${value}`) }))}
        onInput={font => set({ font: font === 'system' ? undefined : font })}
      />
      <Field label={t('theme_radius')}>
        {described => (
          <input
            {...described}
            type="range"
            min={0}
            max={24}
            value={theme.radius ?? 8}
            aria-valuetext={t('pixels', { count: theme.radius ?? 8 })}
            onInput={event => set({ radius: Number(event.currentTarget.value) }, 'radius')}
            onBlur={settle}
          />
        )}
      </Field>
      <Select
        label={t('theme_width')}
        value={theme.width ?? 'medium'}
        options={widths.map(value => ({ value, label: t(`width_${value}`) }))}
        onInput={width => set({ width: width === 'medium' ? undefined : width })}
      />
      <Select
        label={t('theme_density')}
        value={theme.density ?? 'comfortable'}
        options={densities.map(value => ({ value, label: t(`density_${value}`) }))}
        onInput={density => set({ density: density === 'comfortable' ? undefined : density })}
      />
      <TextField
        label={t('theme_buttonText')}
        placeholder={t('theme_buttonDefault')}
        maxLength={60}
        value={theme.buttonText ?? ''}
        error={faultAt(faults, undefined, 'theme.buttonText')}
        onInput={text => set({ buttonText: text || undefined }, 'buttonText')}
        onBlur={settle}
      />
    </fieldset>
  );
}

const backgrounds = ['page', 'transparent', 'color'] as const;
const fonts = ['system', 'humanist', 'geometric', 'rounded', 'serif', 'slab', 'mono', 'inherit'] as const;
const widths = ['narrow', 'medium', 'wide', 'full'] as const;
const densities = ['compact', 'comfortable', 'spacious'] as const;

const kindOf = (background: Theme['background']): (typeof backgrounds)[number] =>
  background === undefined ? 'page' : background === 'transparent' ? background : 'color';

type PresetsProps = { readonly theme: Theme; readonly onTheme: (theme: Theme) => void };

const Presets = ({ theme, onTheme }: PresetsProps) => (
  <fieldset class="ed-presets">
    <legend class="unseen">{t('presets')}</legend>
    {(Object.keys(presets) as Preset[]).map(name => (
      <button
        key={name}
        type="button"
        class="ed-preset"
        aria-pressed={isPreset(theme, name)}
        onClick={() => onTheme(withPreset(theme, name))}
      >
        <Swatch theme={presets[name]} />
        {t(`preset_${name}`)}
      </button>
    ))}
    <button
      type="button"
      class="ed-preset"
      aria-pressed={Object.keys(theme).length === Object.keys(ownParts(theme)).length}
      onClick={() => onTheme(ownParts(theme))}
    >
      <Swatch theme={{}} />
      {t('preset_none')}
    </button>
  </fieldset>
);

/** A picture of a preset: its text on its background, and its accent. */
const Swatch = ({ theme: { accent, background, text } }: { readonly theme: Theme }) => (
  <svg viewBox="0 0 48 28" width="48" height="28" aria-hidden="true">
    <rect class="surface" width="48" height="28" rx="4" fill={background ?? 'transparent'} />
    <rect
      x="7"
      y="7"
      width="20"
      height="3"
      rx="1.5"
      fill={text ?? (background === '#ffffff' ? '#1b1d29' : 'currentColor')}
    />
    <rect x="7" y="15" width="16" height="7" rx="2" fill={accent ?? 'currentColor'} />
  </svg>
);

type ColorProps = {
  readonly label: string;
  readonly value: string | undefined;
  /** The color that the picker starts with. */
  readonly suggested: string;
  readonly onInput: (value: string | undefined) => void;
};

/** An input for a color that may be left out. */
function Color({ label, value, suggested, onInput }: ColorProps) {
  const { settle } = useEditor();
  return (
    <Field label={label}>
      {described => (
        <span class="ed-color">
          <input
            {...described}
            type="color"
            value={value ?? suggested}
            onInput={event => onInput(event.currentTarget.value)}
            onChange={settle}
          />
          {value === undefined ? (
            <span class="help">{t('byDefault')}</span>
          ) : (
            <>
              <code>{value}</code>
              <Button
                kind="quiet"
                size="small"
                icon="close"
                label={t('clearColor', { name: label })}
                onClick={() => onInput(undefined)}
              />
            </>
          )}
        </span>
      )}
    </Field>
  );
}

/** Warns at once about colors that are hard to tell apart. */
function Contrast() {
  const found = contrastWarnings(useEditor().draft);
  if (found.length === 0) return null;
  return (
    <Notice tone="amber">
      {found.map(({ field }) => (
        <p key={field}>{t(field === 'theme.text' ? 'contrastOfText' : 'contrastOfAccent')}</p>
      ))}
    </Notice>
  );
}
