import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type List, useAction } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState, Loading } from '../../parts/feedback.tsx';
import type { IconName } from '../../parts/icon.tsx';
import { useGo } from '../../parts/link.tsx';
import { More, PageHead } from '../../parts/page.tsx';
import { useFormTitles } from '../../parts/select/selects.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { StateBadge } from './receiver-parts.tsx';
import { t } from './texts/t.ts';

type Receiver = {
  readonly id: string;
  readonly formId: string | null;
  readonly active: boolean;
  readonly disabledReason: 'gone' | 'failing' | null;
};

type ReceiverListProps<R extends Receiver> = {
  readonly list: List<R>;
  /** The address of the list. Below it are the receivers. */
  readonly path: string;
  readonly icon: IconName;
  readonly texts: {
    readonly title: string;
    readonly help: string;
    readonly create: string;
    readonly none: string;
    readonly noneHelp: string;
    readonly caption: string;
  };
  /**
   * `first` is the column before the form, which names the receiver. `between` is the column between the form and the
   * state.
   */
  readonly first: Column<R>;
  readonly between: Column<R>;
  /** The search and the filters of a list that may be long. They are shown once they help. */
  readonly filters?: ComponentChildren;
  readonly isFiltered?: boolean;
  /** Returns the dialog that makes a receiver. */
  readonly dialog: (onClose: () => void) => ComponentChildren;
};

/** The list of webhooks or integrations of an environment. */
export function ReceiverList<R extends Receiver>({
  list,
  path,
  icon,
  texts,
  first,
  between,
  filters,
  isFiltered = false,
  dialog,
}: ReceiverListProps<R>) {
  const { can } = useSession();
  const go = useGo();
  const titles = useFormTitles(list.data?.items.flatMap(({ formId }) => formId ?? []) ?? []);
  const more = useAction(list.more);
  const [isNew, setNew] = useState(false);
  const create = can('admin') && (
    <Button kind="primary" icon="plus" onClick={() => setNew(true)}>
      {texts.create}
    </Button>
  );
  const columns: Column<R>[] = [
    first,
    { key: 'form', head: t('form'), cell: ({ formId }) => (formId ? (titles.get(formId) ?? formId) : t('allForms')) },
    between,
    { key: 'state', head: t('state'), cell: StateBadge },
  ];
  return (
    <>
      <PageHead title={texts.title} help={texts.help} actions={create} />
      <Loading of={list} shape="rows" lines={8}>
        {({ items, hasMore }) =>
          items.length === 0 && !isFiltered ? (
            <EmptyState icon={icon} title={texts.none} actions={create}>
              {texts.noneHelp}
            </EmptyState>
          ) : (
            <>
              {list.isLong && filters}
              {items.length === 0 && <p class="help">{t(hasMore ? 'noneFoundYet' : 'noneFound')}</p>}
              {items.length > 0 && (
                <Table
                  caption={texts.caption}
                  columns={columns}
                  rows={items}
                  rowKey={({ id }) => id}
                  onRowClick={({ id }) => go(`${path}/${id}`)}
                />
              )}
              <More hasMore={hasMore} onMore={more.run} busy={more.busy} />
            </>
          )
        }
      </Loading>
      {isNew && dialog(() => setNew(false))}
    </>
  );
}
