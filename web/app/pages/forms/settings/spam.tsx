import { captchaProviders } from '../../../../../shared/contracts/forms/captcha-providers.ts';
import { errorAt } from '../../../parts/error-at.ts';
import { Checkbox, NumberField, Section, Select, TextField } from '../../../parts/index.ts';
import type { PartProps } from './access.tsx';
import type { SettingsDraft } from './settings-draft.ts';
import { t } from './texts/t.ts';

type Protection = NonNullable<SettingsDraft['spamProtection']>;
type Provider = (typeof captchaProviders)[number];

/** Edits the spam protection. */
export function Spam({ draft: { spamProtection = {} }, error, set }: PartProps) {
  const change = (part: Partial<Protection>) => set({ spamProtection: { ...spamProtection, ...part } });
  const { honeypot, ticket, proofOfWork } = spamProtection;
  return (
    <Section id="spam" title={t('spam')} help={t('spamHelp')}>
      <div class="stack">
        <Checkbox
          role="switch"
          label={t('honeypot')}
          help={t('honeypotHelp')}
          checked={honeypot?.enabled === true}
          onInput={enabled => change({ honeypot: { fieldName: 'website', ...honeypot, enabled } })}
        />
        {honeypot?.enabled && (
          <div class="narrow">
            <TextField
              label={t('fieldName')}
              help={t('fieldNameHelp')}
              value={honeypot.fieldName ?? ''}
              onInput={fieldName => change({ honeypot: { ...honeypot, fieldName } })}
              error={errorAt(error, 'spamProtection.honeypot')}
            />
          </div>
        )}
        <Checkbox
          role="switch"
          label={t('ticket')}
          help={t('ticketHelp')}
          checked={ticket?.enabled === true}
          onInput={enabled => change({ ticket: { enabled } })}
          error={errorAt(error, 'spamProtection.ticket')}
        />
        <Checkbox
          role="switch"
          label={t('proofOfWork')}
          help={t('proofOfWorkHelp')}
          checked={proofOfWork?.enabled === true}
          onInput={enabled => change({ proofOfWork: { enabled } })}
          error={errorAt(error, 'spamProtection.proofOfWork')}
        />
        <Captcha protection={spamProtection} error={error} change={change} />
      </div>
    </Section>
  );
}

type CaptchaProps = {
  readonly protection: Protection;
  readonly error: unknown;
  readonly change: (part: Partial<Protection>) => void;
};

/** Selects one captcha at most. Another one that was set up is only turned off. */
function Captcha({ protection, error, change }: CaptchaProps) {
  const chosen = captchaProviders.find(name => protection[name]?.enabled);
  const choose = (next: Provider | 'none') => {
    const known = captchaProviders.filter(name => protection[name] || name === next);
    change(Object.fromEntries(known.map(name => [name, { ...protection[name], enabled: name === next }])));
  };
  return (
    <>
      <div class="narrow">
        <Select
          label={t('captcha')}
          value={chosen ?? 'none'}
          options={(['none', ...captchaProviders] as const).map(value => ({ value, label: t(value) }))}
          onInput={choose}
          error={chosen ? errorAt(error, `spamProtection.${chosen}`) : undefined}
        />
      </div>
      {chosen && <CaptchaKeys provider={chosen} protection={protection} error={error} change={change} />}
    </>
  );
}

function CaptchaKeys({ provider, protection, error, change }: CaptchaProps & { provider: Provider }) {
  const captcha = protection[provider] ?? {};
  const set = (part: object) => change({ [provider]: { ...captcha, ...part } });
  const last4 = captcha.secretKeyLast4;
  return (
    <div class="columns">
      <TextField
        label={t('siteKey')}
        autocomplete="off"
        spellcheck={false}
        value={captcha.siteKey ?? ''}
        onInput={siteKey => set({ siteKey: siteKey.trim() || undefined })}
        error={errorAt(error, `spamProtection.${provider}.siteKey`)}
      />
      <TextField
        label={t('secretKey')}
        type="password"
        autocomplete="off"
        help={last4 ? t('secretKeySet', { last4 }) : t('secretKeyHelp')}
        value={captcha.secretKey ?? ''}
        onInput={secretKey => set({ secretKey: secretKey.trim() || undefined })}
        error={errorAt(error, `spamProtection.${provider}.secretKey`)}
      />
      {provider === 'recaptcha' && (
        <NumberField
          label={t('threshold')}
          help={t('thresholdHelp')}
          min={0}
          max={1}
          step={0.05}
          value={protection.recaptcha?.threshold}
          onInput={threshold => set({ threshold })}
          error={errorAt(error, 'spamProtection.recaptcha.threshold')}
        />
      )}
    </div>
  );
}
