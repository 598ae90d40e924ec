import { call } from '../../api/client.ts';
import { useList } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Link } from '../../parts/link.tsx';
import { formatDate } from '../../texts/format.ts';
import { t as base } from '../../texts/t.ts';
import { ReceiverList } from '../receivers/receiver-list.tsx';
import { t } from '../receivers/texts/t.ts';
import type { Integration } from './config-fields.tsx';
import { NewIntegration } from './new.tsx';

/** The integrations of an environment. */
export default function Integrations() {
  const { environment } = useSession();
  const list = useList<Integration>(
    (cursor, signal) => call('GET /integrations', { query: { cursor }, ...(signal && { signal }) }),
    [],
  );
  return (
    <ReceiverList
      list={list}
      path="/integrations"
      icon="plug"
      texts={{
        title: base('integrations'),
        help: t('integrationsHelp', { environment: base(environment) }),
        create: t('newIntegration'),
        none: t('noIntegrations'),
        noneHelp: t('noIntegrationsHelp'),
        caption: t('captionIntegrations'),
      }}
      first={{
        key: 'type',
        head: t('type'),
        names: true,
        cell: ({ id, type }) => <Link to={`/integrations/${id}`}>{t(type)}</Link>,
      }}
      between={{ key: 'at', head: t('at'), wideOnly: true, cell: ({ createdAt }) => formatDate(createdAt) }}
      dialog={onClose => <NewIntegration onClose={onClose} />}
    />
  );
}
