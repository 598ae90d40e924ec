import { useEffect, useRef, useState } from 'preact/hooks';
import { inLanguage, languagesOf } from '../../../../../shared/domain/forms/texts.ts';
import { apiUrl } from '../../../api/base.ts';
import { Button } from '../../../parts/button.tsx';
import { Select } from '../../../parts/fields.tsx';
import { Segments } from '../../../parts/segments.tsx';
import type { Draft, Form } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { type Selection, useSelection } from './use-selection.ts';

/** The properties and methods of the form element that the preview uses. */
type FormElement = HTMLElement & { schema: unknown; reset(): void };

type Device = 'phone' | 'tablet' | 'desktop';

type Look = {
  readonly width: Device;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly language: string;
};

const devices = ['phone', 'tablet', 'desktop'] as const;
const widths: Readonly<Record<Device, number>> = { phone: 390, tablet: 768, desktop: 1200 };

type PreviewProps = { readonly draft: Draft; readonly chosen?: Selection; readonly onClose?: () => void };

/** Shows the form as visitors will see it. It uses the embed itself, which sends and stores nothing here. */
export function Preview({ draft, chosen, onClose }: PreviewProps) {
  const [look, setLook] = useState<Look>({ width: 'phone', theme: 'auto', language: draft.language ?? '' });
  const languages = languagesOf(draft as Form);
  const [turn, setTurn] = useState(0);
  return (
    <section class="ed-preview" aria-label={t('preview')}>
      <header class="ed-pane-head">
        <Segments
          legend={t('preview_width')}
          value={look.width}
          options={devices.map(value => ({ value, label: t(`preview_${value}`) }))}
          onInput={width => setLook({ ...look, width })}
        />
        <Segments
          legend={t('preview_theme')}
          value={look.theme}
          options={[
            { value: 'auto', label: t('preview_auto') },
            { value: 'light', label: t('preview_light') },
            { value: 'dark', label: t('preview_dark') },
          ]}
          onInput={theme => setLook({ ...look, theme })}
        />
        {languages.length > 1 && (
          <Select
            label={t('language')}
            hideLabel
            value={look.language}
            options={languages.map(value => ({ value, label: languageName(value) }))}
            onInput={language => setLook({ ...look, language })}
          />
        )}
        <Button kind="quiet" size="small" icon="undo" label={t('restart')} onClick={() => setTurn(turn + 1)} />
        {onClose && <Button kind="quiet" size="small" icon="close" label={t('closePreview')} onClick={onClose} />}
      </header>
      <Stage look={look} draft={draft} turn={turn} chosen={chosen} />
    </section>
  );
}

export const languageName = (tag: string): string => {
  try {
    return new Intl.DisplayNames(document.documentElement.lang, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};

function schemaOf(draft: Draft, language: string): object {
  const { title, fields, ui, theme, welcome, thankYou, endings } = inLanguage(draft as Form, language);
  return {
    id: 'preview',
    title,
    fields: fields.length > 0 ? fields : [],
    ui,
    theme,
    welcome,
    endings,
    thankYou: thankYou && { text: thankYou.text },
  };
}

const pauseMs = 200;

type StageProps = {
  readonly look: Look;
  readonly draft: Draft;
  readonly turn: number;
  readonly chosen: Selection | undefined;
};

function Stage({ look, draft, turn, chosen }: StageProps) {
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<FormElement>();
  const [failed, setFailed] = useState(false);
  const schema = JSON.stringify(schemaOf(draft, look.language));

  useEffect(() => {
    let element: FormElement | undefined;
    let isOver = false;
    import(`${apiUrl}embed.mjs`).then(
      () => {
        if (isOver) return;
        element = document.createElement('formline-form') as FormElement;
        element.setAttribute('preview', '');
        setForm(element);
      },
      () => setFailed(true),
    );
    return () => {
      isOver = true;
      element?.remove();
    };
  }, []);

  useEffect(() => {
    if (!form) return;
    // Set the schema before the element enters the page; otherwise it would load the form from the service.
    const show = () => {
      form.schema = JSON.parse(schema);
      if (!form.isConnected) place.current?.append(form);
    };
    const timer = setTimeout(show, form.isConnected ? pauseMs : 0);
    return () => clearTimeout(timer);
  }, [form, schema]);

  useEffect(() => {
    form?.setAttribute('theme', look.theme === 'auto' ? (draft.ui?.theme ?? 'auto') : look.theme);
  }, [form, look.theme, draft.ui?.theme]);
  useEffect(() => form?.setAttribute('lang', look.language || document.documentElement.lang), [form, look.language]);
  useEffect(() => {
    if (turn > 0) form?.reset?.();
  }, [turn]);
  useSelection(form, draft.fields, chosen);
  useZoom(place, widths[look.width], look.width);

  if (failed) return <p class="notice red">{t('previewFailed')}</p>;
  return <div ref={place} class={`ed-stage ${look.width}`} />;
}

/** Fits the preview into the available room. Only a phone gets narrower; what is wider is scaled down instead. */
function useZoom(place: { readonly current: HTMLDivElement | null }, width: number, name: Look['width']): void {
  useEffect(() => {
    const stage = place.current;
    const parent = stage?.parentElement;
    if (!stage || !parent) return;
    const fit = () => {
      const room = parent.clientWidth - 32;
      stage.style.width = `${{ phone: Math.min(width, room), tablet: width, desktop: Math.max(width, room) }[name]}px`;
      stage.style.setProperty('zoom', String(name === 'phone' ? 1 : Math.min(1, room / width)));
    };
    const observer = new ResizeObserver(fit);
    observer.observe(parent);
    return () => observer.disconnect();
  }, [place, width, name]);
}
