import { useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Checkbox } from '../../../parts/more-fields.tsx';
import { type ColumnChoice, inOrder } from '../columns.ts';
import { ownTexts } from '../own-cells.tsx';
import { t } from '../texts/t.ts';

export const titleOf = ({ own, field }: ColumnChoice): string => {
  if (own) return ownTexts[own];
  return field?.inForm ? field.label : t('notInForm', { label: field?.label ?? '' });
};

type ColumnMenuProps = {
  readonly all: readonly ColumnChoice[];
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
};

/** Chooses the table's columns and their order. */
export function ColumnMenu({ all, chosen, onChange }: ColumnMenuProps) {
  const [open, setOpen] = useState(false);
  const shown = inOrder(all, chosen);
  const hidden = all.filter(({ name }) => !chosen.includes(name));
  const names = shown.map(({ name }) => name);
  const move = (index: number, by: -1 | 1) => {
    const next = [...names];
    next.splice(index + by, 0, ...next.splice(index, 1));
    onChange(next);
  };
  return (
    <>
      <Button icon="list" onClick={() => setOpen(true)} aria-haspopup="dialog">
        {t('chooseColumns')}
      </Button>
      {open && (
        <Dialog
          title={t('chooseColumns')}
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => onChange(all.map(({ name }) => name))}>{t('allColumns')}</Button>}
        >
          <p class="help">{t('columnsHelp')}</p>
          {shown.map((column, index) => (
            <div key={column.name} class="column-row">
              <Checkbox
                label={titleOf(column)}
                checked
                onInput={() => onChange(names.filter(name => name !== column.name))}
              />
              <Button
                kind="quiet"
                icon="up"
                label={t('moveUp', { column: titleOf(column) })}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <Button
                kind="quiet"
                icon="down"
                label={t('moveDown', { column: titleOf(column) })}
                disabled={index === shown.length - 1}
                onClick={() => move(index, 1)}
              />
            </div>
          ))}
          {hidden.map(column => (
            <Checkbox
              key={column.name}
              label={titleOf(column)}
              checked={false}
              onInput={() => onChange([...names, column.name])}
            />
          ))}
        </Dialog>
      )}
    </>
  );
}
