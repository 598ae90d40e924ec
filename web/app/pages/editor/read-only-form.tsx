import { Notice } from '../../parts/feedback.tsx';
import { FormHead } from '../forms/head/form-head.tsx';
import { Preview } from './preview.tsx';
import type { StoredForm } from './stored-form.ts';
import { t } from './texts/t.ts';

/** The form as visitors see it, for viewers. */
export const ReadOnlyForm = ({ stored: { form, draft } }: { stored: StoredForm }) => (
  <div class="ed-viewed">
    <FormHead form={form} current="edit" />
    <Notice tone="grey">{t('viewOnly')}</Notice>
    <Preview draft={draft} />
  </div>
);
