import { hasWords } from '../../../../shared/domain/text/has-words.ts';

/** Something to go to or to do. */
export type Command = {
  readonly key: string;
  readonly kind: 'form' | 'page' | 'action';
  readonly name: string;
  readonly to: string;
};

const shownMax = 50;

/** Returns the commands with all words of a search: first those whose name begins with it, then in their own order. */
export function foundCommands(commands: readonly Command[], search: string): Command[] {
  const wanted = search.trim().toLowerCase();
  const found = commands.filter(({ name }) => hasWords(name, wanted));
  const begins = ({ name }: Command) => name.toLowerCase().startsWith(wanted);
  return [...found.filter(begins), ...found.filter(command => !begins(command))].slice(0, shownMax);
}
