import { t } from '../texts/t.ts';
import { Button } from './button.tsx';

/** The end of a form with settings: its button and messages. */
export const SaveActions = ({ busy }: { busy: boolean }) => (
  <div class="actions">
    <Button type="submit" kind="primary" busy={busy}>
      {t('save')}
    </Button>
  </div>
);
