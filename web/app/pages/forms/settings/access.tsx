import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { keysOf } from '../../../api/keys-of.ts';
import { errorAt } from '../../../parts/error-at.ts';
import { Checkbox, NumberField, RadioCards, Section, TextArea, TextField } from '../../../parts/index.ts';
import { isoTime, localTime, type SettingsDraft } from './settings-draft.ts';
import { t } from './texts/t.ts';

export type PartProps = {
  readonly draft: SettingsDraft;
  /** The service's faults of the last attempt to save. */
  readonly error: unknown;
  readonly set: (change: Partial<SettingsDraft>) => void;
};

const statuses = keysOf<SettingsDraft['status']>({ live: true, draft: true, archived: true });

/** Edits whether the form accepts answers, and until when. */
export const Opening = ({ draft, error, set }: PartProps) => (
  <>
    <Section id="status">
      <RadioCards
        legend={t('status')}
        value={draft.status}
        options={statuses.map(value => ({ value, label: t(value), help: t(`${value}Help`) }))}
        onInput={status => set({ status })}
      />
    </Section>
    <Section id="closing" title={t('closing')}>
      <div class="columns">
        <TextField
          label={t('closesAt')}
          help={t('closesAtHelp', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
          type="datetime-local"
          value={localTime(draft.closesAt)}
          onInput={local => set({ closesAt: isoTime(local) })}
          error={errorAt(error, 'closesAt')}
        />
        <NumberField
          label={t('maxResponses')}
          help={t('maxResponsesHelp')}
          min={1}
          value={draft.maxResponses}
          onInput={maxResponses => set({ maxResponses })}
          error={errorAt(error, 'maxResponses')}
        />
      </div>
    </Section>
  </>
);

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

/** The pages on which the form may be used. */
export const Access = ({ draft: { hostedPage, allowedOrigins = [] }, error, set }: PartProps) => (
  <Section id="access" title={t('access')}>
    <div class="stack">
      <Checkbox
        role="switch"
        label={t('hosted')}
        help={t('hostedHelp')}
        checked={hostedPage?.enabled !== false}
        onInput={enabled => set({ hostedPage: { ...hostedPage, enabled } })}
        error={errorAt(error, 'hostedPage')}
      />
      {hostedPage?.enabled !== false && (
        <Checkbox
          role="switch"
          label={t('indexed')}
          checked={hostedPage?.indexed === true}
          onInput={indexed => set({ hostedPage: { ...hostedPage, indexed } })}
        />
      )}
      <Origins origins={allowedOrigins} error={errorAt(error, 'allowedOrigins')} set={set} />
    </div>
  </Section>
);

type OriginsProps = Pick<PartProps, 'set'> & {
  readonly origins: readonly string[];
  readonly error: ComponentChildren;
};

/** Keeps the text as typed, since an empty line is not an origin but is needed to type the next one. */
function Origins({ origins, error, set }: OriginsProps) {
  const [text, setText] = useState(origins.join('\n'));
  const change = (next: string) => {
    setText(next);
    set({ allowedOrigins: linesOf(next) });
  };
  return (
    <TextArea
      label={t('origins')}
      help={t('originsHelp')}
      spellcheck={false}
      rows={3}
      value={text}
      onInput={change}
      error={error}
    />
  );
}
