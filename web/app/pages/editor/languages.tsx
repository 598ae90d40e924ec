import { useState } from 'preact/hooks';
import { patterns } from '../../../../shared/contracts/patterns.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/fields.tsx';
import { confirm } from '../../parts/notices.tsx';
import { language as languageOfPage } from '../../texts/language.ts';
import { useEditor } from './context.ts';
import { compact } from './model/draft.ts';
import {
  coverageOf,
  languagesOfTexts,
  type Text,
  textsOf,
  translateText,
  translationOf,
  withLanguage,
  withoutLanguage,
} from './model/texts.ts';
import { languageName } from './preview/preview.tsx';
import { t } from './texts/t.ts';
import { nameOf } from './wording.ts';

const isTag = (tag: string) => new RegExp(patterns.language.pattern).test(tag);
const common = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'sv', 'da', 'fi', 'tr', 'uk', 'ar', 'ja', 'zh'];

type LanguagesProps = {
  readonly current: string | undefined;
  readonly onChoose: (language: string | undefined) => void;
};

/** The languages of the form, and how much of it is translated into each. */
export function Languages({ current, onChoose }: LanguagesProps) {
  const { draft, act, settle } = useEditor();
  const own = draft.language ?? languageOfPage;
  return (
    <div class="stack">
      <TextField
        label={t('ownLanguage')}
        help={languageName(own)}
        list="ed-languages"
        maxLength={35}
        value={draft.language ?? ''}
        placeholder={languageOfPage}
        error={draft.language === undefined || isTag(draft.language) ? undefined : t('languageRule')}
        onInput={text => act(present => compact({ ...present, language: text || undefined }), 'language')}
        onBlur={settle}
      />
      <ul class="ed-languages">
        {languagesOfTexts(draft).map(each => (
          <LanguageRow key={each} language={each} isCurrent={each === current} onChoose={onChoose} />
        ))}
      </ul>
      <AddLanguage own={own} onChoose={onChoose} />
      <datalist id="ed-languages">
        {common.map(each => (
          <option key={each} value={each}>
            {languageName(each)}
          </option>
        ))}
      </datalist>
    </div>
  );
}

function AddLanguage({ own, onChoose }: { own: string } & Pick<LanguagesProps, 'onChoose'>) {
  const { draft, act } = useEditor();
  const [typed, setTyped] = useState('');
  const tag = typed.trim();
  const fault = tag === '' ? undefined : faultOfTag(tag, [own, ...languagesOfTexts(draft)]);
  const canAdd = tag !== '' && fault === undefined;
  const add = () => {
    if (!canAdd) return;
    act(present => withLanguage(present, tag, own));
    setTyped('');
    onChoose(tag);
  };
  return (
    <div class="ed-line">
      <TextField
        label={t('addLanguage')}
        placeholder="fr"
        list="ed-languages"
        maxLength={35}
        value={typed}
        error={fault}
        onInput={setTyped}
        onKeyDown={event => event.key === 'Enter' && add()}
      />
      <Button icon="plus" label={t('addLanguage')} disabled={!canAdd} onClick={add} />
    </div>
  );
}

function faultOfTag(tag: string, there: readonly string[]): string | undefined {
  if (!isTag(tag)) return t('languageRule');
  return there.some(each => each.toLowerCase() === tag.toLowerCase()) ? t('languageThere') : undefined;
}

function LanguageRow({
  language,
  isCurrent,
  onChoose,
}: { language: string; isCurrent: boolean } & Pick<LanguagesProps, 'onChoose'>) {
  const { draft, act } = useEditor();
  const { done, of } = coverageOf(draft, language);
  const name = languageName(language);
  const remove = () =>
    confirm({
      title: t('removeLanguage', { name }),
      text: t('removeLanguageText', { count: done }),
      action: t('remove'),
      danger: true,
      run: async () => {
        act(present => withoutLanguage(present, language));
        if (isCurrent) onChoose(undefined);
      },
    });
  return (
    <li>
      <button type="button" class="ed-language" aria-pressed={isCurrent} onClick={() => onChoose(language)}>
        <span>{name}</span>
        <small>{t('coverage', { done, of })}</small>
        <progress max={of} value={done} aria-label={t('coverage', { done, of })} />
      </button>
      <Button kind="quiet" size="small" icon="trash" label={t('removeLanguage', { name })} onClick={remove} />
    </li>
  );
}

/** Edits the form's texts in another language, beside the original texts. */
export function Translation({ language, onClose }: { language: string; onClose: () => void }) {
  const { draft } = useEditor();
  const [onlyMissing, setOnlyMissing] = useState(false);
  const { done, of } = coverageOf(draft, language);
  const texts = textsOf(draft).filter(({ path }) => !onlyMissing || translationOf(draft, language, path) === '');
  return (
    <div class="ed-canvas ed-translation">
      <header>
        <h2>{languageName(language)}</h2>
        <span class="help">{t('coverage', { done, of })}</span>
        <Button size="small" aria-pressed={onlyMissing} onClick={() => setOnlyMissing(!onlyMissing)}>
          {t('onlyMissing')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('backToFields')}
        </Button>
      </header>
      {texts.map(text => (
        <Line key={text.path.join(' ')} text={text} language={language} />
      ))}
      {texts.length === 0 && <p class="help">{t('allTranslated')}</p>}
    </div>
  );
}

function Line({ text: { path, source, field, isLong }, language }: { text: Text; language: string }) {
  const { draft, act, settle } = useEditor();
  const label = field ? `${nameOf(field)}: ${t(`text_${path[2] as 'label'}`)}` : t(`text_${path.at(-1) as 'title'}`);
  return (
    <label class="ed-pair">
      <small>{label}</small>
      <span>{source}</span>
      <textarea
        rows={isLong ? 3 : 1}
        lang={language}
        dir="auto"
        value={translationOf(draft, language, path)}
        onInput={({ currentTarget: { value } }) =>
          act(present => translateText(present, language, path, value), `text ${language} ${path.join(' ')}`)
        }
        onBlur={settle}
      />
    </label>
  );
}
