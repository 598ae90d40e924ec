import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Menu } from '../parts/menu.tsx';
import { MenuItem } from '../parts/menu-item.tsx';
import { saveFile } from '../parts/save-file.ts';
import { Segments } from '../parts/segments.tsx';
import { adopt } from '../styles/adopt.ts';
import { formatNumber } from '../texts/format.ts';
import css from './charts.css';
import { csvOf } from './csv.ts';
import { pngOf } from './image.ts';
import { t } from './texts/t.ts';

adopt(css);

/** The numbers of a chart. The first column names the row. */
type ChartTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [string, ...(string | number)[]])[];
  /** The link of each row. */
  readonly links?: readonly (string | undefined)[];
};

type ChartProps = {
  readonly title: string;
  readonly help?: ComponentChildren;
  readonly table: ChartTable;
  /** Draws the chart at this width, in CSS pixels. */
  readonly children: (width: number) => ComponentChildren;
  /** The content below the chart. */
  readonly footer?: ComponentChildren;
};

/**
 * A chart and the table of its numbers. Users see one of them; screen readers read both. The chart can be saved as an
 * image, the numbers as CSV.
 */
export function Chart({ title, help, table, children, footer }: ChartProps) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { ref, width } = useWidth<HTMLDivElement>();
  const savePng = async () => {
    const drawing = ref.current?.querySelector('svg');
    if (drawing) saveFile(await pngOf(drawing, title), `${title}.png`);
  };
  const saveCsv = () =>
    saveFile(new Blob([csvOf([table.columns, ...table.rows])], { type: 'text/csv;charset=utf-8' }), `${title}.csv`);
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        {help && <p>{help}</p>}
        <div class="chart-actions">
          <Segments
            legend={t('show')}
            value={asTable ? 'table' : 'chart'}
            options={[
              { value: 'chart', label: t('chart') },
              { value: 'table', label: t('table') },
            ]}
            onInput={value => setAsTable(value === 'table')}
          />
          <Menu label={t('actions', { title })}>
            {() => (
              <>
                <MenuItem icon="download" disabled={asTable} onClick={savePng}>
                  {t('savePng')}
                </MenuItem>
                <MenuItem icon="download" onClick={saveCsv}>
                  {t('saveCsv')}
                </MenuItem>
              </>
            )}
          </Menu>
        </div>
      </figcaption>
      <div ref={ref} hidden={asTable}>
        {width > 0 && children(width)}
      </div>
      <Numbers title={title} table={table} seen={asTable} />
      {footer}
    </figure>
  );
}

type NumbersProps = { readonly title: string; readonly table: ChartTable; readonly seen: boolean };

const Numbers = ({ title, table, seen }: NumbersProps) => (
  <section class={seen ? 'table-frame chart-table' : 'unseen'} aria-label={title} tabIndex={seen ? 0 : undefined}>
    <table>
      <thead>
        <tr>
          {table.columns.map((column, index) => (
            <th key={column} scope="col" class={index > 0 ? 'end' : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([name, ...values], index) => (
          <tr key={index}>
            <th scope="row">
              <RowName name={name} href={seen ? table.links?.[index] : undefined} />
            </th>
            {values.map((value, column) => (
              <td key={table.columns[column + 1]} class="end">
                {typeof value === 'number' ? formatNumber(value) : <bdi>{value}</bdi>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const RowName = ({ name, href }: { readonly name: string; readonly href: string | undefined }) =>
  href === undefined ? (
    <bdi>{name}</bdi>
  ) : (
    <a href={href}>
      <bdi>{name}</bdi>
    </a>
  );

/** Watches the width of an element in CSS pixels, so that a chart can redraw instead of scaling its text. */
function useWidth<E extends Element>(): { ref: RefObject<E | null>; width: number } {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!ref.current) return;
    // Measured before the first paint: a chart that grows later would move what is below it.
    setWidth(Math.floor(ref.current.getBoundingClientRect().width));
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
