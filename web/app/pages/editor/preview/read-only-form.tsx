import { Notice } from '../../../parts/feedback.tsx';
import { FormHead } from '../../forms/head/form-head.tsx';
import type { StoredForm } from '../draft/stored-form.ts';
import { draftOf } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { Preview } from './preview.tsx';

/** The form as visitors see it, for viewers. */
export const ReadOnlyForm = ({ stored: { form, draft } }: { stored: StoredForm }) => (
  <div class="ed-viewed">
    <FormHead form={form} current="edit" />
    <Notice tone="grey">{t('viewOnly')}</Notice>
    <Preview draft={form.status === 'draft' ? draft : draftOf(form)} />
  </div>
);
