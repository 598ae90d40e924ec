import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Checkbox } from '../../parts/more-fields.tsx';
import type { ColumnChoice } from './columns.ts';
import { ownTexts } from './own-cells.tsx';
import { t } from './texts/t.ts';

export const titleOf = ({ own, field }: ColumnChoice): string => {
  if (own) return ownTexts[own];
  return field?.inForm ? field.label : t('notInForm', { label: field?.label ?? '' });
};

type ColumnMenuProps = {
  readonly all: readonly ColumnChoice[];
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
};

/** Chooses the table's columns. They keep the form's order. */
export function ColumnMenu({ all, chosen, onChange }: ColumnMenuProps) {
  const [open, setOpen] = useState(false);
  const toggle = (name: string, on: boolean) =>
    onChange(all.map(column => column.name).filter(each => (each === name ? on : chosen.includes(each))));
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
          {all.map(column => (
            <Checkbox
              key={column.name}
              label={titleOf(column)}
              checked={chosen.includes(column.name)}
              onInput={on => toggle(column.name, on)}
            />
          ))}
        </Dialog>
      )}
    </>
  );
}
