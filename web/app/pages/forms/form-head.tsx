import type { ComponentChildren } from 'preact';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { PageHead, Tabs } from '../../parts/page.tsx';
import { t } from './head-texts.ts';
import { StatusBadge } from './status-badge.tsx';

type FormTab = 'edit' | 'responses' | 'analytics' | 'share' | 'settings';

type FormHeadProps = {
  readonly form: Pick<Form, 'id' | 'title' | 'status'>;
  readonly current: FormTab;
  readonly actions?: ComponentChildren;
};

const tabs = ['edit', 'responses', 'analytics', 'share', 'settings'] as const satisfies readonly FormTab[];
/** The head of every page of one form. */
export const FormHead = ({ form, current, actions }: FormHeadProps) => (
  <>
    <PageHead
      title={form.title}
      back={{ to: '/forms', label: t('forms') }}
      mark={<StatusBadge status={form.status} />}
      actions={actions}
    />
    <Tabs
      label={t('pagesOfForm')}
      current={current}
      tabs={tabs.map(key => ({ key, to: `/forms/${form.id}/${key}`, label: t(key) }))}
    />
  </>
);
