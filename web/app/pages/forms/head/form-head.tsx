import type { ComponentChildren } from 'preact';
import { captchaProviders } from '../../../../../shared/contracts/forms/captcha-providers.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import type { LoadState } from '../../../api/load.ts';
import { Button } from '../../../parts/button.tsx';
import { Loading, Notice, Skeleton, type SkeletonProps } from '../../../parts/feedback.tsx';
import { Link } from '../../../parts/link.tsx';
import { PageHead, Tabs } from '../../../parts/page.tsx';
import { openPalette } from '../../../shell/commands/open-palette.ts';
import { StatusBadge } from './status-badge.tsx';
import { t } from './texts/t.ts';

type FormTab = 'edit' | 'responses' | 'analytics' | 'share' | 'settings';

/** The title and status are unknown until the form has loaded. */
type HeadedForm = Pick<Form, 'id'> & Partial<Pick<Form, 'title' | 'status' | 'spamProtection'>>;

type FormHeadProps = {
  readonly form: HeadedForm;
  readonly current: FormTab;
  readonly actions?: ComponentChildren;
};

const tabs = ['edit', 'responses', 'analytics', 'share', 'settings'] as const satisfies readonly FormTab[];

/** The head of every page of one form. */
export const FormHead = ({ form, current, actions }: FormHeadProps) => (
  <>
    <PageHead
      title={form.title ?? ''}
      back={{ to: '/forms', label: t('forms') }}
      mark={
        form.status && (
          <>
            <Button
              kind="quiet"
              size="small"
              icon="down"
              label={t('otherForm')}
              aria-haspopup="dialog"
              onClick={() => openPalette(current)}
            />
            <StatusBadge status={form.status} />
          </>
        )
      }
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

/** The forms that pages have shown, so that the head of the next page doesn't have to wait for them. */
const shown = new Map<string, HeadedForm>();

type FormLoadingProps<T> = SkeletonProps & {
  readonly id: string;
  readonly current: FormTab;
  readonly of: LoadState<T>;
  /** Wraps the head and the skeleton. */
  readonly frame?: (outline: ComponentChildren) => ComponentChildren;
  readonly formOf: (data: T) => HeadedForm;
  readonly children: (data: T) => ComponentChildren;
};

/** Shows a page of a form. While the page loads, it shows the head and the shape of the page. */
export function FormLoading<T>({
  id,
  current,
  of,
  formOf,
  frame = outline => outline,
  children,
  ...skeleton
}: FormLoadingProps<T>) {
  const outline = (
    <>
      <FormHead form={shown.get(id) ?? { id }} current={current} />
      <Skeleton {...skeleton} />
    </>
  );
  return (
    <Loading of={of} outline={frame(outline)}>
      {data => {
        shown.set(id, formOf(data));
        return children(data);
      }}
    </Loading>
  );
}
