import { Select, TextField } from '../../../parts/fields.tsx';
import { Checkbox, TextArea } from '../../../parts/more-fields.tsx';
import { useEditor } from '../context.ts';
import { faultAt } from '../inspector/fault-text.ts';
import { compact, type Draft, unlessEmpty } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { Endings, PassedAnswers, Welcome } from './ends/panel.tsx';
import { ThemePanel } from './theme/panel.tsx';

type Ui = NonNullable<Draft['ui']>;
type ThankYou = NonNullable<Draft['thankYou']>;

/** Edits how the form looks, and what it says at its end. */
export default function Design() {
  const { draft, act, settle, faults } = useEditor();
  const { ui = {}, thankYou = {}, closedMessage = '' } = draft;
  const setUi = (change: Ui) =>
    act(present => compact({ ...present, ui: unlessEmpty(compact({ ...present.ui, ...change })) }));
  const setThanks = (change: ThankYou, of: string) =>
    act(present => compact({ ...present, thankYou: unlessEmpty(compact({ ...present.thankYou, ...change })) }), of);
  return (
    <div class="stack">
      <ThemePanel />
      <Options
        label={t('layout')}
        value={ui.layout ?? 'all-at-once'}
        values={['all-at-once', 'one-by-one']}
        onInput={layout => setUi({ layout })}
      />
      <Options
        label={t('theme')}
        value={ui.theme ?? 'auto'}
        values={['auto', 'light', 'dark']}
        onInput={theme => setUi({ theme })}
      />
      <Options
        label={t('progress')}
        value={ui.progress ?? 'steps'}
        values={['steps', 'bar', 'none']}
        onInput={progress => setUi({ progress })}
      />
      <Saving ui={ui} setUi={setUi} />
      <Welcome />
      <TextArea
        label={t('thanks')}
        help={t('markdown')}
        rows={4}
        maxLength={10_000}
        placeholder={t('thanksDefault')}
        value={thankYou.text ?? ''}
        error={faultAt(faults, undefined, 'thankYou.text')}
        onInput={text => setThanks({ text: text || undefined }, 'thanks')}
        onBlur={settle}
      />
      <TextField
        type="url"
        label={t('redirect')}
        help={t('redirectHelp')}
        placeholder="https://"
        maxLength={2048}
        value={thankYou.redirectUrl ?? ''}
        error={faultAt(faults, undefined, 'thankYou.redirectUrl')}
        onInput={url => setThanks({ redirectUrl: url || undefined }, 'redirect')}
        onBlur={settle}
      />
      <PassedAnswers end={thankYou} onInput={redirectAnswers => setThanks({ redirectAnswers }, 'redirectAnswers')} />
      <Endings />
      <TextArea
        label={t('closedMessage')}
        help={t('closedMessageHelp')}
        rows={2}
        maxLength={1000}
        value={closedMessage}
        error={faultAt(faults, undefined, 'closedMessage')}
        onInput={text => act(present => compact({ ...present, closedMessage: text || undefined }), 'closed')}
        onBlur={settle}
      />
    </div>
  );
}

/** Edits whether answers are saved before the visitor sends them. */
const Saving = ({ ui, setUi }: { readonly ui: Ui; readonly setUi: (change: Ui) => void }) => (
  <>
    <Options
      label={t('partialSaves')}
      help={t('partialSavesHelp')}
      value={ui.partialSaves ?? 'off'}
      values={['off', 'on', 'afterConsent']}
      onInput={partialSaves => setUi({ partialSaves })}
    />
    <Checkbox
      role="switch"
      label={t('saveAndResume')}
      help={t('saveAndResumeHelp')}
      checked={ui.saveAndResume ?? false}
      onInput={is => setUi({ saveAndResume: is || undefined })}
    />
  </>
);

type Look =
  | 'all-at-once'
  | 'one-by-one'
  | 'auto'
  | 'light'
  | 'dark'
  | 'steps'
  | 'bar'
  | 'none'
  | 'off'
  | 'on'
  | 'afterConsent';

type OptionsProps<V extends Look> = {
  readonly label: string;
  readonly help?: string;
  readonly value: V;
  readonly values: readonly V[];
  readonly onInput: (value: V) => void;
};

const nameOf = (look: Look): string => t(`ui_${look}`);

const Options = <V extends Look>({ label, help, value, values, onInput }: OptionsProps<V>) => (
  <Select
    label={label}
    help={help}
    value={value}
    options={values.map(each => ({ value: each, label: nameOf(each) }))}
    onInput={onInput}
  />
);
