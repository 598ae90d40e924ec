import { callTagged } from '../../api/call-tagged.ts';
import { useAction } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Checkbox } from '../../parts/more-fields.tsx';
import { toast } from '../../parts/notices.tsx';
import type { NamesProps } from './organization.tsx';
import { t } from './texts/t.ts';

/** Edits whether members need two-factor sign-in. Only owners may change it, and it applies at once. */
export function RequireTwoFactor({ stored: { record, etag }, onChange, onReload }: NamesProps) {
  const { can } = useSession();
  const save = useAction(async (requireTwoFactor: boolean) => {
    const params = { orgId: record.id };
    onChange(await callTagged('PUT /organizations/{orgId}', { params, body: { requireTwoFactor } }, etag));
    toast(t('saved'));
  });
  const needsOwn = errorAt(save.error, 'requireTwoFactor') !== undefined;
  return (
    <div class="stack narrow">
      <Checkbox
        role="switch"
        label={t('requireTwoFactor')}
        help={t('requireTwoFactorHelp')}
        checked={record.requireTwoFactor}
        disabled={!can('owner') || save.busy}
        onInput={save.run}
        error={needsOwn ? t('requireTwoFactorOwn') : undefined}
      />
      {!needsOwn && <ErrorNote error={save.error} onReload={onReload} />}
    </div>
  );
}
