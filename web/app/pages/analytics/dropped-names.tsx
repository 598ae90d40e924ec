import { patterns } from '../../../../shared/contracts/patterns.ts';
import { callTagged } from '../../api/call-tagged.ts';
import { useAction } from '../../api/load.ts';
import type { Input, Output } from '../../api/operations.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { toast } from '../../parts/notices.tsx';
import { Section } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { formatAgo, formatNumber } from '../../texts/format.ts';
import { t } from './texts/t.ts';

type DroppedName = Output<'GET /forms/{id}/analytics'>['dropped'][number];

const isId = (name: string) => new RegExp(patterns.fieldId.pattern, 'u').test(name);

/** Lists names that pages send without a field, with a button that adds one. */
export function DroppedNames({
  id,
  names,
  onAdded,
}: {
  id: string;
  names: readonly DroppedName[];
  onAdded: () => void;
}) {
  const mayEdit = useSession().can('editor');
  const adding = useAction(async (name: string) => {
    await addHiddenField(id, name);
    toast(t('droppedAdded', { name }));
    onAdded();
  });
  if (names.length === 0) return null;
  const columns: Column<DroppedName>[] = [
    { key: 'name', head: t('droppedName'), names: true, cell: ({ name }) => <code>{name}</code> },
    { key: 'count', head: t('submissions'), align: 'end', cell: ({ count }) => formatNumber(count) },
    { key: 'lastAt', head: t('droppedLast'), cell: ({ lastAt }) => formatAgo(lastAt), wideOnly: true },
    {
      key: 'add',
      head: <span class="unseen">{t('droppedAction')}</span>,
      cell: ({ name }) =>
        mayEdit &&
        isId(name) && (
          <Button size="small" busy={adding.busy} onClick={() => void adding.run(name)}>
            {t('droppedAdd', { name })}
          </Button>
        ),
    },
  ];
  return (
    <Section title={t('droppedTitle')} help={t('droppedHelp')}>
      <ErrorNote error={adding.error} />
      <Table caption={t('droppedTitle')} columns={columns} rows={names} rowKey={({ name }) => name} />
    </Section>
  );
}

/** Changes the current form, because someone may be editing it. */
async function addHiddenField(id: string, name: string): Promise<void> {
  const { record, etag } = await callTagged('GET /forms/{id}', { params: { id } });
  const body = { fields: [...record.fields, { id: name, type: 'hidden' }] } as Input<'PUT /forms/{id}'>['body'];
  await callTagged('PUT /forms/{id}', { params: { id }, body }, etag);
}
