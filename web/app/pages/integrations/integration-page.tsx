import { callTagged, type TaggedRecord } from '../../api/call-tagged.ts';
import { useLoad } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { Loading } from '../../parts/feedback.tsx';
import { toast } from '../../parts/notices.tsx';
import type { PageProps } from '../../parts/page-of.tsx';
import { useEdited } from '../../parts/use-edited.ts';
import { t as base } from '../../texts/t.ts';
import { ofIntegration } from '../receivers/receiver-calls.ts';
import { ReceiverDetail, ReceiverOutline, ReceiverSettings } from '../receivers/receiver-detail.tsx';
import { FormChoice } from '../receivers/receiver-parts.tsx';
import { t } from '../receivers/texts/t.ts';
import { ConfigFields, configOf, type Integration, shownFields, valuesOf } from './config-fields.tsx';
import { Recipients } from './recipients.tsx';

/** An integration: its settings, and what was delivered to its service. */
export default function IntegrationPage({ params }: PageProps) {
  const id = params.id ?? '';
  const { can } = useSession();
  const loaded = useLoad(signal => callTagged('GET /integrations/{id}', { params: { id }, signal }), [id]);
  return (
    <Loading of={loaded} outline={<ReceiverOutline list={base('integrations')} calls={ofIntegration} />}>
      {stored => (
        <ReceiverDetail
          key={stored.record.id}
          title={t(stored.record.type)}
          list={base('integrations')}
          receiver={stored.record}
          calls={ofIntegration}
        >
          <Recipients integration={stored.record} canAsk={can('admin')} />
          {can('admin') && <Settings stored={stored} onChange={loaded.set} onReload={loaded.reload} />}
        </ReceiverDetail>
      )}
    </Loading>
  );
}

type SettingsProps = {
  readonly stored: TaggedRecord<Integration>;
  readonly onChange: (stored: TaggedRecord<Integration>) => void;
  readonly onReload: () => void;
};

function Settings({ stored: { record: integration, etag }, onChange, onReload }: SettingsProps) {
  const { id, type, active, config } = integration;
  const edited = useEdited(
    { ...valuesOf(config), formId: integration.formId ?? '', active },
    async values => {
      const body = { formId: values.formId || null, active: values.active, config: configOf(type, values) };
      onChange(await callTagged('PUT /integrations/{id}', { params: { id }, body }, etag));
      toast(t('saved'));
    },
    onReload,
  );
  const { values, set, error } = edited;
  return (
    <ReceiverSettings edited={edited} shown={shownFields}>
      <ConfigFields type={type} values={values} onInput={set} error={error} stored={config} />
      <FormChoice value={values.formId} onInput={formId => set({ formId })} error={errorAt(error, 'formId')} />
    </ReceiverSettings>
  );
}
