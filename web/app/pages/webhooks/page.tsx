import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useList } from '../../api/load.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useSession } from '../../api/session.tsx';
import { useSettled } from '../../api/settled.ts';
import { SearchField } from '../../parts/fields.tsx';
import { Link } from '../../parts/link.tsx';
import { FormSelect } from '../../parts/select/selects.tsx';
import { t as base } from '../../texts/t.ts';
import { ReceiverList } from '../receivers/receiver-list.tsx';
import { t } from '../receivers/texts/t.ts';
import { NewWebhook } from './new.tsx';

/** The webhooks of an environment. */
export default function Webhooks() {
  const { environment } = useSession();
  const [search, setSearch] = useState('');
  const [formId, setFormId] = useState('');
  const q = useSettled(search.trim());
  const list = useList<ItemOf<'GET /webhooks'>>(
    (cursor, signal) =>
      call('GET /webhooks', {
        query: { cursor, total: false, ...(q !== '' && { q }), ...(formId !== '' && { form_id: formId }) },
        ...(signal && { signal }),
      }),
    [q, formId],
  );
  const isFiltered = search !== '' || q !== '' || formId !== '';
  return (
    <ReceiverList
      list={list}
      path="/webhooks"
      icon="webhook"
      texts={{
        title: base('webhooks'),
        help: t('webhooksHelp', { environment: base(environment) }),
        create: t('newWebhook'),
        none: t('noWebhooks'),
        noneHelp: t('noWebhooksHelp'),
        caption: t('captionWebhooks'),
      }}
      first={{
        key: 'url',
        head: t('url'),
        names: true,
        cell: ({ id, url }) => <Link to={`/webhooks/${id}`}>{url}</Link>,
      }}
      between={{
        key: 'events',
        head: t('events'),
        wideOnly: true,
        cell: ({ events }) => events.map(name => base(name)).join(', '),
      }}
      filters={
        <search class="toolbar">
          <div class="grow">
            <SearchField label={t('searchWebhooks')} value={search} onInput={setSearch} />
          </div>
          <FormSelect label={t('form')} hideLabel value={formId} none={t('anyForm')} onInput={setFormId} />
        </search>
      }
      isFiltered={isFiltered}
      dialog={onClose => (
        <NewWebhook
          onClose={() => {
            onClose();
            list.reload();
          }}
        />
      )}
    />
  );
}
