import { choiceLabel, choiceValue } from '../../../../../shared/domain/fields/field.ts';
import { compact, type Draft, type Field, own, unlessEmpty, withoutKey } from './draft.ts';

/** A text of a form that other languages have a place for. */
export type Text = {
  /** The path to the text within a language: `['fields', 'topic', 'options', 'Sales']`. */
  readonly path: readonly string[];
  readonly source: string;
  /** The field that the text belongs to. */
  readonly field?: Field;
  readonly isLong?: boolean;
};

const words = ['label', 'help', 'placeholder', 'text', 'lowLabel', 'highLabel'] as const;
const lists = ['options', 'rows', 'columns'] as const;

/** Returns all texts that can be translated. */
export function textsOf(draft: Draft): Text[] {
  const { title, closedMessage, welcome, privacy, thankYou, endings = [], theme, fields } = draft;
  return [
    { path: ['title'], source: title },
    ...(welcome ? [{ path: ['welcome', 'text'], source: welcome.text, isLong: true }] : []),
    ...(welcome?.buttonText ? [{ path: ['welcome', 'buttonText'], source: welcome.buttonText }] : []),
    ...fields.flatMap(textsOfField),
    ...(['controller', 'purpose', 'url'] as const).flatMap(name => {
      const source = privacy?.[name];
      return source ? [{ path: ['privacy', name], source }] : [];
    }),
    ...(theme?.buttonText ? [{ path: ['buttonText'], source: theme.buttonText }] : []),
    ...(thankYou?.text ? [{ path: ['thankYou', 'text'], source: thankYou.text, isLong: true }] : []),
    ...(thankYou?.redirectUrl ? [{ path: ['thankYou', 'redirectUrl'], source: thankYou.redirectUrl }] : []),
    ...endings.flatMap(({ id, text, redirectUrl }) => [
      ...(text ? [{ path: ['endings', id, 'text'], source: text, isLong: true }] : []),
      ...(redirectUrl ? [{ path: ['endings', id, 'redirectUrl'], source: redirectUrl }] : []),
    ]),
    ...(closedMessage ? [{ path: ['closedMessage'], source: closedMessage, isLong: true }] : []),
  ];
}

function textsOfField(field: Field): Text[] {
  const at = (...path: string[]) => ['fields', field.id, ...path];
  // Visitors never see a hidden field.
  if (field.type === 'hidden') return [];
  return [
    ...words.flatMap(name => {
      const source = field[name];
      return source ? [{ path: at(name), source, field, isLong: name === 'text' || name === 'help' }] : [];
    }),
    ...lists.flatMap(name =>
      (field[name] ?? []).map(choice => ({ path: at(name, choiceValue(choice)), source: choiceLabel(choice), field })),
    ),
  ];
}

type Tree = { readonly [name: string]: Tree | string | undefined };

const treeOf = (draft: Draft, language: string): Tree => (own(draft.texts, language) ?? {}) as Tree;

/** Returns a language's translation of a text; empty if it has none. */
export function translationOf(draft: Draft, language: string, path: readonly string[]): string {
  const found = path.reduce<Tree | string | undefined>(
    (tree, name) => (typeof tree === 'object' ? own(tree, name) : undefined),
    treeOf(draft, language),
  );
  return typeof found === 'string' ? found : '';
}

/** Sets a text in another language. An empty text removes it. */
export function translateText(draft: Draft, language: string, path: readonly string[], text: string): Draft {
  const tree = written(treeOf(draft, language), path, text === '' ? undefined : text) ?? {};
  return { ...draft, texts: { ...draft.texts, [language]: tree } } as Draft;
}

function written(tree: Tree, [name = '', ...rest]: readonly string[], text: string | undefined): Tree | undefined {
  const below = own(tree, name);
  const value = rest.length > 0 ? written(typeof below === 'object' ? below : {}, rest, text) : text;
  return unlessEmpty(compact({ ...tree, [name]: value }));
}

/** Returns how much of a form is translated. */
export function coverageOf(draft: Draft, language: string): { done: number; of: number } {
  const all = textsOf(draft);
  return { done: all.filter(({ path }) => translationOf(draft, language, path) !== '').length, of: all.length };
}

/** @param own the language of the form's own texts, required if there are others */
export const withLanguage = (draft: Draft, language: string, own: string): Draft => ({
  ...draft,
  language: draft.language ?? own,
  texts: { ...draft.texts, [language]: {} },
});

export const withoutLanguage = (draft: Draft, language: string): Draft =>
  compact({ ...draft, texts: unlessEmpty(withoutKey(draft.texts ?? {}, language)) });

export const languagesOfTexts = ({ texts = {} }: Draft): string[] => Object.keys(texts);
