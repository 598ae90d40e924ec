import { useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { PersonSelect } from '../../../parts/select/selects.tsx';
import { t } from '../texts/t.ts';

type AssignDialogProps = {
  readonly count: number;
  readonly onClose: () => void;
  readonly onAssign: (assigneeId: string | null) => void;
};

/** Asks who takes care of the selected responses. */
export default function AssignDialog({ count, onClose, onAssign }: AssignDialogProps) {
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
      <PersonSelect
        label={t('assignee')}
        value={assignee}
        before={[{ value: 'none', label: t('nobody') }]}
        onInput={setAssignee}
      />
    </Dialog>
  );
}
