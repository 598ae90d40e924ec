import { useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Select } from '../../../parts/fields.tsx';
import { t } from '../texts/t.ts';
import { assigneesOf, usePeople } from '../use-people.ts';

type AssignDialogProps = {
  readonly count: number;
  readonly onClose: () => void;
  readonly onAssign: (assigneeId: string | null) => void;
};

/** Asks who takes care of the selected responses. */
export default function AssignDialog({ count, onClose, onAssign }: AssignDialogProps) {
  const people = usePeople();
  const [assignee, setAssignee] = useState('none');
  const assign = () => {
    onAssign(assignee === 'none' ? null : assignee);
    onClose();
  };
  return (
    <Dialog
      title={t('assignMany', { count })}
      onClose={onClose}
      onSubmit={assign}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('assign')}
          </Button>
        </>
      }
    >
      <Select label={t('assignee')} value={assignee} options={assigneesOf(people, assignee)} onInput={setAssignee} />
    </Dialog>
  );
}
