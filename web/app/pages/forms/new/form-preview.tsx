import { useEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { apiUrl } from '../../../api/base.ts';
import { language } from '../../../texts/language.ts';
import { t } from './texts/t.ts';

type PreviewForm = Pick<Form, 'title' | 'fields'> & Partial<Form>;

/** The form as visitors see it: by the embed itself, which sends nothing here. */
export function FormPreview({ form }: { form: PreviewForm }) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const { title, fields, ui } = form;
  const schema = JSON.stringify({ id: 'preview', title, fields, ui });
  useEffect(() => {
    let isShown = true;
    const show = () => {
      if (!isShown) return;
      const element = document.createElement('formline-form') as HTMLElement & { schema?: unknown };
      element.setAttribute('preview', '');
      element.setAttribute('lang', language);
      element.schema = JSON.parse(schema);
      place.current?.replaceChildren(element);
    };
    import(`${apiUrl}embed.mjs`).then(show, () => setFailed(true));
    return () => {
      isShown = false;
    };
  }, [schema]);
  return failed ? <p class="notice red">{t('previewFailed')}</p> : <div ref={place} class="form-preview" />;
}
