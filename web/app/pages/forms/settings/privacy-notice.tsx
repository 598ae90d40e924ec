import { lawfulBases } from '../../../../../shared/domain/forms/privacy-texts.ts';
import { errorAt } from '../../../parts/error-at.ts';
import { Section, Select, TextField } from '../../../parts/index.ts';
import type { PartProps } from './access.tsx';
import type { SettingsDraft } from './settings-draft.ts';
import { t } from './texts/t.ts';

type Privacy = NonNullable<SettingsDraft['privacy']>;

/** Edits what visitors read about their data before they send the form. */
export function PrivacyNotice({ draft: { privacy = {} }, error, set }: PartProps) {
  const change = (part: Partial<Record<keyof Privacy, string>>) => {
    const stated = Object.entries({ ...privacy, ...part }).filter(([, value]) => value !== '');
    set({ privacy: stated.length > 0 ? (Object.fromEntries(stated) as Privacy) : undefined });
  };
  const basis: Privacy['lawfulBasis'] | '' = privacy.lawfulBasis ?? '';
  return (
    <Section id="privacy" title={t('privacy')} help={t('privacyHelp')}>
      <div class="columns">
        <TextField
          label={t('controller')}
          help={t('controllerHelp')}
          maxLength={255}
          value={privacy.controller ?? ''}
          onInput={controller => change({ controller })}
          error={errorAt(error, 'privacy.controller')}
        />
        <TextField
          label={t('privacyUrl')}
          type="url"
          placeholder="https://"
          value={privacy.url ?? ''}
          onInput={url => change({ url: url.trim() })}
          error={errorAt(error, 'privacy.url')}
        />
        <TextField
          label={t('purpose')}
          maxLength={1000}
          value={privacy.purpose ?? ''}
          onInput={purpose => change({ purpose })}
          error={errorAt(error, 'privacy.purpose')}
        />
        <Select
          label={t('lawfulBasis')}
          value={basis}
          options={[{ value: '', label: t('noBasis') }, ...lawfulBases.map(value => ({ value, label: t(value) }))]}
          onInput={lawfulBasis => change({ lawfulBasis })}
        />
      </div>
    </Section>
  );
}
