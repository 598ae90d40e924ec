import { passableIn } from '../../../../../../shared/domain/forms/ending-faults.ts';
import { Button } from '../../../../parts/button.tsx';
import { Notice } from '../../../../parts/feedback.tsx';
import { TextField } from '../../../../parts/fields.tsx';
import { Checkbox, TextArea } from '../../../../parts/more-fields.tsx';
import { useEditor } from '../../context.ts';
import { GroupInput } from '../../inspector/condition.tsx';
import { faultAt } from '../../inspector/fault-text.ts';
import { comparisonOf, conditionOf, groupOf, operatorsOf } from '../../model/conditions.ts';
import { type Condition, compact, type Draft, unlessEmpty } from '../../model/draft.ts';
import { nameOf } from '../../wording.ts';
import { t } from './texts/t.ts';

type Ending = NonNullable<Draft['endings']>[number];
type Welcome = NonNullable<Draft['welcome']>;

/** The page before the first question. */
export function Welcome() {
  const { draft, act, settle, faults } = useEditor();
  const { welcome } = draft;
  const set = (change: Partial<Welcome>, of: string) =>
    act(present => {
      const next = compact({ ...present.welcome, ...change });
      return compact({ ...present, welcome: next.text ? { ...next, text: next.text } : undefined });
    }, of);
  return (
    <>
      <TextArea
        label={t('welcome')}
        help={t('welcomeHelp')}
        rows={3}
        maxLength={10_000}
        value={welcome?.text ?? ''}
        error={faultAt(faults, undefined, 'welcome.text')}
        onInput={text => set({ text }, 'welcome')}
        onBlur={settle}
      />
      {welcome && (
        <TextField
          label={t('welcomeButton')}
          placeholder={t('welcomeDefault')}
          maxLength={60}
          value={welcome.buttonText ?? ''}
          error={faultAt(faults, undefined, 'welcome.buttonText')}
          onInput={text => set({ buttonText: text || undefined }, 'welcomeButton')}
          onBlur={settle}
        />
      )}
    </>
  );
}

/** Edits the endings that depend on answers. */
export function Endings() {
  const { draft, act } = useEditor();
  const { endings = [] } = draft;
  const last = comparable(draft).at(-1);
  const add = () => {
    const taken = new Set(endings.map(({ id }) => id));
    const id = [...endings, undefined].map((_, index) => `end${index + 1}`).find(each => !taken.has(each)) ?? '';
    if (last) act(present => ({ ...present, endings: [...endings, { id, if: comparisonOf(last) }] }));
  };
  return (
    <section class="stack" aria-label={t('endings')}>
      <h2>{t('endings')}</h2>
      <p class="help">{t(last ? 'endingsHelp' : 'noQuestions')}</p>
      {endings.map((ending, index) => (
        <EndingInput key={ending.id} ending={ending} index={index} />
      ))}
      <div class="actions">
        <Button size="small" icon="plus" disabled={!last || endings.length >= 20} onClick={add}>
          {t('addEnding')}
        </Button>
      </div>
    </section>
  );
}

const comparable = ({ fields }: Draft) => fields.filter(field => operatorsOf(field).length > 0);

function EndingInput({ ending, index }: { readonly ending: Ending; readonly index: number }) {
  const { draft, act, settle, faults } = useEditor();
  const replace = (next: Ending | undefined, of?: string) =>
    act(present => {
      const endings = (present.endings ?? []).flatMap(each => (each.id === ending.id ? (next ?? []) : each));
      return compact({ ...present, endings: endings.length > 0 ? endings : undefined });
    }, of);
  const set = (change: Partial<Ending>, of: string) => replace(compact({ ...ending, ...change }), `${of} ${ending.id}`);
  const fault = faultAt(faults, undefined, `endings[${index}].if`);
  const number = index + 1;
  return (
    <fieldset class="ed-ending stack">
      <legend>{t('ending', { number })}</legend>
      <GroupInput
        group={groupOf(ending.if as Condition)}
        before={comparable(draft)}
        depth={1}
        onInput={group => {
          const condition = conditionOf(group);
          if (condition) set({ if: condition }, 'if');
        }}
        onRemove={() => replace(undefined)}
      />
      {fault && <Notice tone="red">{fault}</Notice>}
      <TextArea
        label={t('endingText')}
        rows={2}
        maxLength={10_000}
        value={ending.text ?? ''}
        error={faultAt(faults, undefined, `endings[${index}].text`)}
        onInput={text => set({ text: text || undefined }, 'text')}
        onBlur={settle}
      />
      <TextField
        type="url"
        label={t('endingRedirect')}
        placeholder="https://"
        maxLength={2048}
        value={ending.redirectUrl ?? ''}
        error={faultAt(faults, undefined, `endings[${index}].redirectUrl`)}
        onInput={url => set({ redirectUrl: url || undefined }, 'redirect')}
        onBlur={settle}
      />
      <PassedAnswers end={ending} onInput={redirectAnswers => set({ redirectAnswers }, 'passed')} />
      <Button kind="quiet" size="small" icon="trash" onClick={() => replace(undefined)}>
        {t('removeEnding', { number })}
      </Button>
    </fieldset>
  );
}

type PassedProps = {
  readonly end: { readonly redirectUrl?: string; readonly redirectAnswers?: readonly string[] };
  readonly onInput: (ids: string[] | undefined) => void;
};

/** Edits which answers a redirect URL gets, among those that it may get. */
export function PassedAnswers({ end: { redirectUrl, redirectAnswers = [] }, onInput }: PassedProps) {
  const { draft } = useEditor();
  if (!redirectUrl && redirectAnswers.length === 0) return null;
  const isPassable = passableIn(draft);
  const fields = draft.fields.filter(field => redirectAnswers.includes(field.id) || isPassable(field));
  const toggle = (id: string, is: boolean) =>
    onInput(unlessEmpty(is ? [...redirectAnswers, id] : redirectAnswers.filter(each => each !== id)));
  return (
    <details>
      <summary>{t('passAnswers')}</summary>
      <p class="help">{t('passHelp')}</p>
      {fields.map(field => (
        <Checkbox
          key={field.id}
          label={nameOf(field)}
          checked={redirectAnswers.includes(field.id)}
          onInput={is => toggle(field.id, is)}
        />
      ))}
    </details>
  );
}
