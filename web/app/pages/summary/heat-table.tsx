import type { ComponentChildren } from 'preact';
import type { FieldSummary } from '../../../../shared/domain/summaries/summary.ts';
import { formatNumber, formatPercent } from '../../texts/format.ts';
import { inCell } from './conditions.ts';
import type { AnswerLinks } from './links.ts';
import { t } from './texts/t.ts';

type Matrix = NonNullable<Extract<FieldSummary, { matrix?: unknown }>['matrix']>;

type HeatTableProps = {
  readonly title: string;
  readonly help: ComponentChildren;
  readonly matrix: Matrix;
  readonly field: Pick<FieldSummary, 'fieldId' | 'answered'>;
  readonly links: AnswerLinks;
};

/** How often each column was chosen in each row: the more often, the darker. */
export const HeatTable = ({ title, help, field, links, matrix: { rows, columns, counts } }: HeatTableProps) => (
  <section class="chart">
    <header>
      <h2>{title}</h2>
      <p class="help">{help}</p>
    </header>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keys, too. */}
    <section class="heat" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{t('row')}</span>
            </th>
            {columns.map(({ value, label }) => (
              <th key={value} scope="col">
                <bdi>{label}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ value, label }, index) => (
            <tr key={value}>
              <th scope="row">
                <bdi>{label}</bdi>
              </th>
              {columns.map((column, of) => (
                <Cell
                  key={column.value}
                  count={counts[index]?.[of] ?? 0}
                  all={field.answered ?? 0}
                  href={links(inCell(field.fieldId, value, column.value))}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </section>
);

type CellProps = { readonly count: number; readonly all: number; readonly href: string | undefined };

function Cell({ count, all, href }: CellProps) {
  const share = all > 0 ? count / all : 0;
  const shown = formatNumber(count);
  return (
    <td style={{ '--share': `${Math.round(share * 70)}%` }}>
      {count > 0 && href !== undefined ? <a href={href}>{shown}</a> : shown} <span>{formatPercent(share * 100)}</span>
    </td>
  );
}
