import { t } from '../texts/t.ts';
import { Button } from './button.tsx';

/** What a form of settings ends with. */
export const Save = ({ busy }: { busy: boolean }) => (
  <div class="actions">
    <Button type="submit" kind="primary" busy={busy}>
      {t('save')}
    </Button>
  </div>
);
