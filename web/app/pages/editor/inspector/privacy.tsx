import { fieldTypes } from '../../../../../shared/domain/fields/field-types.ts';
import { useSession } from '../../../api/session.tsx';
import { Checkbox } from '../../../parts/more-fields.tsx';
import { RadioCards } from '../../../parts/radio-cards.tsx';
import { useEditor } from '../context.ts';
import { type Field, own } from '../model/draft.ts';
import { changedField, changedPolicy } from '../model/fields.ts';
import { t } from '../texts/t.ts';

const strength = { none: 0, encrypted: 1, masked: 2 } as const;
type Choice = keyof typeof strength;

/** Edits who may see answers. Only admins may show more than before. */
export function Privacy({ field: { id, type, pii, identifies } }: { field: Field }) {
  const { act, draft, base } = useEditor();
  const { can } = useSession();
  const mayIdentify = type !== 'email' && fieldTypes[type].properties.some(name => name === 'identifies');
  const stored: Choice = own(base.fieldPolicies, id) ?? 'none';
  const isOffered = (choice: Choice) =>
    (choice !== 'masked' || type !== 'file') && (can('admin') || strength[choice] >= strength[stored]);
  const choices = (['none', 'encrypted', 'masked'] as const).filter(isOffered);
  return (
    <>
      <Checkbox
        label={t('pii')}
        help={t('piiHelp')}
        checked={pii ?? false}
        onInput={is => act(present => changedField(present, id, { pii: is || undefined }))}
      />
      {mayIdentify && (
        <Checkbox
          label={t('identifies')}
          help={t('identifiesHelp')}
          checked={identifies ?? false}
          onInput={is => act(present => changedField(present, id, { identifies: is || undefined }))}
        />
      )}
      <RadioCards
        legend={t('policy')}
        value={own(draft.fieldPolicies, id) ?? 'none'}
        options={choices.map(value => ({ value, label: t(`policy_${value}`), help: t(`policyHelp_${value}`) }))}
        onInput={choice => act(present => changedPolicy(present, id, choice === 'none' ? undefined : choice))}
      />
      {choices.length < 3 && type !== 'file' && <p class="help">{t('policyAdmin')}</p>}
    </>
  );
}
