import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export type Column<R> = {
  readonly key: string;
  readonly head: ComponentChildren;
  readonly cell: (row: R) => ComponentChildren;
  readonly align?: 'end';
  /** Whether the cell names its row for screen readers. */
  readonly names?: boolean;
  /** Whether texts stay on one line, such as times and names of events. */
  readonly whole?: boolean;
  /** Whether the column is hidden in a narrow window. */
  readonly wideOnly?: boolean;
  /** The current order; `undefined` if the table can't be sorted by it. */
  readonly sorted?: 'ascending' | 'descending' | 'none';
};

type TableProps<R> = {
  /** Describes the table. Screen readers read it, but it is not shown. */
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  readonly onRowClick?: (row: R) => void;
};

const classes = <R,>({ align, whole, wideOnly }: Column<R>): string | undefined =>
  [align, whole && 'whole', wideOnly && 'wide-only'].filter(Boolean).join(' ') || undefined;

/** A table that scrolls by itself if it is wider than the window. */
export function Table<R>({ caption, columns, rows, rowKey, onRowClick }: TableProps<R>) {
  const frame = useRef<HTMLElement>(null);
  const last = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    // The row that had the focus is gone, so move the focus to the table, not to the whole page.
    if (!(last.current instanceof Node) || last.current.isConnected) return;
    last.current = null;
    frame.current?.focus();
  }, [rows]);
  return (
    <section
      class="table-frame"
      ref={frame}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
      tabIndex={0}
      onFocusIn={({ target }) => {
        last.current = target;
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget) last.current = null;
      }}
    >
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.key} scope="col" class={classes(column)} aria-sort={column.sorted}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr
              key={rowKey(row)}
              class={onRowClick ? 'open' : undefined}
              onClick={onRowClick && clicked(row, onRowClick)}
            >
              {columns.map(column =>
                column.names ? (
                  <th key={column.key} scope="row" class={classes(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} class={classes(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Ignores clicks on controls in the row, and selected text. */
const clicked =
  <R,>(row: R, open: (row: R) => void) =>
  (event: MouseEvent) => {
    const inner =
      event.target instanceof Element && event.target.closest('a, button, input, select, label, dialog, [popover]');
    if (!inner && getSelection()?.isCollapsed !== false) open(row);
  };
