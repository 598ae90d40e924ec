import { useState } from 'preact/hooks';
import { useAction } from '../../../api/load.ts';
import { Button } from '../../../parts/button.tsx';
import { errorAt } from '../../../parts/error-at.ts';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { Section } from '../../../parts/page.tsx';
import type { Response } from '../response.ts';
import { t } from '../texts/t.ts';

type RestrictionProps = {
  readonly response: Response;
  readonly onChange: (change: RestrictionChange) => Promise<unknown>;
};

type RestrictionChange = { readonly restricted: boolean; readonly restrictionReason?: string };

/** Restricts the processing of a response, or lifts the restriction. */
export function RestrictionSection({ response: { restricted = false }, onChange }: RestrictionProps) {
  const [reason, setReason] = useState('');
  const changing = useAction(async () => {
    const restrictionReason = reason.trim();
    await onChange({ restricted: !restricted, ...(restrictionReason && { restrictionReason }) });
    setReason('');
  });
  return (
    <Section title={t('restriction')} help={t('restrictionHelp')}>
      <form
        class="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          return changing.run();
        }}
      >
        <TextField
          label={t('restrictionReason')}
          value={reason}
          maxLength={500}
          onInput={setReason}
          error={errorAt(changing.error, 'restrictionReason')}
        />
        <div class="actions">
          <Button type="submit" busy={changing.busy}>
            {t(restricted ? 'liftRestriction' : 'restrict')}
          </Button>
        </div>
        <ErrorNote error={changing.error} shown={['restrictionReason']} />
      </form>
    </Section>
  );
}
