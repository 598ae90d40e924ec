import type { Field } from '../../../../../shared/domain/fields/field.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { Badge } from '../../../parts/feedback.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Link, useGo } from '../../../parts/link.tsx';
import { type Column, Table } from '../../../parts/table.tsx';
import { searchOf } from '../../../router/query.ts';
import { formatDateTime } from '../../../texts/format.ts';
import { AnswerLine, Line } from '../answer-line.tsx';
import type { ColumnChoice } from '../columns.ts';
import { type Filters, queryOf } from '../filters.ts';
import { ownCells, RestrictedBadge } from '../own-cells.tsx';
import type { Response } from '../response.ts';
import { t } from '../texts/t.ts';
import { titleOf } from './column-menu.tsx';

type ResponsesTableProps = {
  readonly form: Form;
  readonly rows: readonly Response[];
  readonly columns: readonly ColumnChoice[];
  readonly filters: Filters;
  /** The ID of the saved view that is shown. */
  readonly view: string | undefined;
  readonly fresh: ReadonlySet<string>;
  readonly onOrder: () => void;
  /** Absent if the user may not change anything. */
  readonly selection?: Selection;
};

export type Selection = {
  readonly ids: ReadonlySet<string>;
  readonly set: (ids: ReadonlySet<string>) => void;
};

export function ResponsesTable(props: ResponsesTableProps) {
  const { form, rows, columns, filters, view, fresh, onOrder, selection } = props;
  const go = useGo();
  const pageOf = ({ id }: Response) => `/forms/${form.id}/responses/${id}${searchOf({ ...queryOf(filters), view })}`;
  const fields = new Map(form.fields.map(field => [field.id, field]));
  return (
    <Table
      caption={t('inbox')}
      rows={rows}
      rowKey={({ id }) => id}
      onRowClick={response => go(pageOf(response))}
      columns={[
        ...(selection ? [selectColumn(rows, selection)] : []),
        {
          key: 'submittedAt',
          names: true,
          sorted: filters.order === 'asc' ? 'ascending' : 'descending',
          head: (
            <button type="button" class="sort" onClick={onOrder}>
              {t('submittedAt')}
              <Icon name={filters.order === 'asc' ? 'up' : 'down'} />
            </button>
          ),
          cell: response => (
            <span class="nowrap">
              <Link to={pageOf(response)}>{formatDateTime(response.submittedAt)}</Link>{' '}
              {fresh.has(response.id) && <Badge tone="blue">{t('newMark')}</Badge>}
              <RestrictedBadge response={response} />
            </span>
          ),
        },
        ...columns.map(column => columnOf(column, fields)),
      ]}
    />
  );
}

function columnOf(column: ColumnChoice, fields: ReadonlyMap<string, Field>): Column<Response> {
  const { name, own, field } = column;
  if (own) return { key: name, head: titleOf(column), cell: ownCells[own] };
  const id = field?.id ?? '';
  return {
    key: name,
    head: <Line text={titleOf(column)} />,
    cell: response => <AnswerLine response={response} id={id} field={fields.get(id)} />,
  };
}

function selectColumn(rows: readonly Response[], { ids, set }: Selection): Column<Response> {
  const all = rows.length > 0 && rows.every(({ id }) => ids.has(id));
  const toggle = (id: string) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    set(next);
  };
  return {
    key: 'select',
    head: (
      <input
        type="checkbox"
        aria-label={t('selectAll')}
        checked={all}
        onChange={() => set(new Set(all ? [] : rows.map(({ id }) => id)))}
      />
    ),
    cell: ({ id, submittedAt }) => (
      <input
        type="checkbox"
        aria-label={t('select', { time: formatDateTime(submittedAt) })}
        checked={ids.has(id)}
        onChange={() => toggle(id)}
      />
    ),
  };
}
