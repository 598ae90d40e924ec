import type { ComponentChildren } from 'preact';
import { captchaProviders } from '../../../../../shared/contracts/forms/captcha-providers.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { Notice } from '../../../parts/feedback.tsx';
import { Link } from '../../../parts/link.tsx';
import { PageHead, Tabs } from '../../../parts/page.tsx';
import { StatusBadge } from './status-badge.tsx';
import { t } from './texts/t.ts';

type FormTab = 'edit' | 'responses' | 'analytics' | 'share' | 'settings';

type FormHeadProps = {
  readonly form: Pick<Form, 'id' | 'title' | 'status' | 'spamProtection'>;
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
    {captchaProviders.some(name => form.spamProtection?.[name]?.enforced === false) && (
      <Notice tone="amber">
        {t('captchaOff')} <Link to={`/forms/${form.id}/settings`}>{t('captchaSet')}</Link>
      </Notice>
    )}
  </>
);
