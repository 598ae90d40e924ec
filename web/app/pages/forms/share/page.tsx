import { useEffect } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { type LoadState, useLoad } from '../../../api/load.ts';
import { useSession } from '../../../api/session.tsx';
import { Button, Notice, Section } from '../../../parts/index.ts';
import type { PageProps } from '../../../parts/page-of.tsx';
import { adopt } from '../../../styles/adopt.ts';
import { setStatus } from '../actions.ts';
import { FormHead, FormLoading } from '../head/form-head.tsx';
import { Card } from './card.tsx';
import { Embedded } from './embedded.tsx';
import { LinkPart } from './link.tsx';
import { type Integrations, Notification, readIntegrations } from './notification.tsx';
import { Prefilled } from './prefilled.tsx';
import css from './share.css';
import { t } from './texts/t.ts';

adopt(css);

export default function SharePage({ params: { id = '' } }: PageProps) {
  const { can } = useSession();
  const form = useLoad(signal => call('GET /forms/{id}', { params: { id }, signal }), [id]);
  const integrations = useLoad(async signal => (can('admin') ? readIntegrations(signal) : undefined), []);
  return (
    <FormLoading id={id} current="share" of={form} formOf={data => data} shape="sections">
      {data => (
        <>
          <FormHead form={data} current="share" />
          <Share form={data} integrations={integrations} onChange={form.reload} />
        </>
      )}
    </FormLoading>
  );
}

type ShareProps = {
  readonly form: Form;
  readonly integrations: LoadState<Integrations | undefined>;
  readonly onChange: () => void;
};

function Share({ form, integrations, onChange }: ShareProps) {
  const { can } = useSession();
  useEffect(() => {
    // The first steps on the forms page check this.
    if (form.status === 'live') localStorage.setItem(`formline.shared.${form.id}`, 'yes');
  }, [form.id, form.status]);
  return (
    <>
      {form.status !== 'live' && (
        <div class="stack page-notice">
          <Notice tone="amber">
            {t('notLive')}
            {can('editor') && (
              <Button size="small" onClick={() => setStatus(form, 'live', onChange)}>
                {t('publish')}
              </Button>
            )}
          </Notice>
        </div>
      )}
      {form.hostedPage?.enabled === false ? (
        <Section title={t('link')}>
          <Notice tone="grey">{t('pageOff')}</Notice>
        </Section>
      ) : (
        <>
          <LinkPart form={form} onChange={onChange} />
          <Prefilled form={form} />
          <Card form={form} onChange={onChange} />
        </>
      )}
      {can('admin') && <Notification form={form} integrations={integrations} />}
      <Embedded form={form} />
    </>
  );
}
