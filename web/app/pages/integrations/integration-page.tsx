import { useState } from 'preact/hooks';
import { callTagged, type TaggedRecord } from '../../api/call-tagged.ts';
import { useAction, useLoad } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { ErrorNote, Loading, Notice } from '../../parts/feedback.tsx';
import { Checkbox } from '../../parts/more-fields.tsx';
import { toast } from '../../parts/notices.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { SaveActions } from '../../parts/save-actions.tsx';
import { useUnsaved } from '../../parts/unsaved/unsaved.ts';
import type { PageProps } from '../../shell/page-of.tsx';
import { t as base } from '../../texts/t.ts';
import { ReceiverActions } from '../receivers/actions.tsx';
import { DeliveryLog } from '../receivers/delivery-log.tsx';
import { ofIntegration } from '../receivers/receiver-calls.ts';
import { FormSelect, StateBadge } from '../receivers/receiver-parts.tsx';
import { t } from '../receivers/texts/t.ts';
import { ConfigFields, configOf, type Integration, shownFields, valuesOf } from './config-fields.tsx';
import { Recipients } from './recipients.tsx';

/** An integration: its settings, and what was delivered to its service. */
export default function IntegrationPage({ params }: PageProps) {
  const id = params.id ?? '';
  const loaded = useLoad(signal => callTagged('GET /integrations/{id}', { params: { id }, signal }), [id]);
  return (
    <Loading of={loaded}>
      {stored => <Detail key={stored.etag} stored={stored} onChange={loaded.set} onReload={loaded.reload} />}
    </Loading>
  );
}

type DetailProps = {
  readonly stored: TaggedRecord<Integration>;
  readonly onChange: (stored: TaggedRecord<Integration>) => void;
  readonly onReload: () => void;
};

function Detail(props: DetailProps) {
  const { can } = useSession();
  const [turn, setTurn] = useState(0);
  const integration = props.stored.record;
  const { id, type, disabledReason } = integration;
  return (
    <>
      <PageHead
        title={t(type)}
        mark={<StateBadge {...integration} />}
        back={{ to: '/integrations', label: base('integrations') }}
        actions={
          can('admin') && <ReceiverActions {...integration} calls={ofIntegration} onTested={() => setTurn(turn + 1)} />
        }
      />
      {disabledReason && <Notice tone="red">{t(disabledReason)}</Notice>}
      <Recipients integration={integration} canAsk={can('admin')} />
      {can('admin') && <Settings {...props} />}
      <DeliveryLog id={id} calls={ofIntegration} turn={turn} />
    </>
  );
}

function Settings({ stored: { record: integration, etag }, onChange, onReload }: DetailProps) {
  const { id, type } = integration;
  const [values, setValues] = useState(valuesOf(integration.config));
  const [formId, setFormId] = useState(integration.formId ?? '');
  const [active, setActive] = useState(integration.active);
  const now = JSON.stringify([values, formId, active]);
  const [stored] = useState(now);
  useUnsaved(now !== stored);
  const save = useAction(async () => {
    const body = { formId: formId || null, active, config: configOf(type, values) };
    onChange(await callTagged('PUT /integrations/{id}', { params: { id }, body }, etag));
    toast(t('saved'));
  });
  const submit = (event: Event) => {
    event.preventDefault();
    return save.run();
  };
  return (
    <Section title={t('settings')}>
      <form class="stack narrow" noValidate onSubmit={submit}>
        <ConfigFields
          type={type}
          values={values}
          onInput={change => setValues({ ...values, ...change })}
          error={save.error}
          stored={integration.config}
        />
        <FormSelect value={formId} onInput={setFormId} error={errorAt(save.error, 'formId')} />
        <Checkbox role="switch" label={t('active')} help={t('activeHelp')} checked={active} onInput={setActive} />
        <ErrorNote error={save.error} shown={shownFields} onReload={onReload} />
        <SaveActions busy={save.busy} />
      </form>
    </Section>
  );
}
