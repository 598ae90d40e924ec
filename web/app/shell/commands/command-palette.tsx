import { useEffect, useRef, useState } from 'preact/hooks';
import { appPath } from '../../api/base.ts';
import { useSession } from '../../api/session.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useGo } from '../../parts/link.tsx';
import { useMatches } from '../../parts/select/selects.tsx';
import { useLocation } from '../../router/location.tsx';
import { adopt } from '../../styles/adopt.ts';
import { t as base } from '../../texts/t.ts';
import { leastRoles } from '../least-roles.ts';
import { pageGroups } from '../page-groups.ts';
import css from './commands.css';
import { type Command, foundCommands } from './found-commands.ts';
import { t } from './texts/t.ts';

adopt(css);

type PaletteProps = {
  readonly onClose: () => void;
  /** Finds only forms, and opens this page of one. */
  readonly formPage?: string | undefined;
};

/** Finds forms, pages and actions by the words typed, and opens them. */
export default function CommandPalette({ onClose, formPage }: PaletteProps) {
  const [search, setSearch] = useState('');
  const { commands, isLoading } = useCommands(search, formPage);
  const go = useGo();
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = foundCommands(commands, search);
  const index = Math.min(at, found.length - 1);
  const chosen = found[index];
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [index, search]);
  const open = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    go(command.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || found.length === 0) return;
    event.preventDefault();
    setAt((index + step + found.length) % found.length);
  };
  const label = t(formPage ? 'searchForms' : 'search');
  return (
    <Dialog title={t(formPage ? 'otherForm' : 'title')} onClose={onClose} onSubmit={() => open(chosen)}>
      <div class="commands">
        <input
          type="search"
          // biome-ignore lint/a11y/noRedundantRoles: without a list, it is a search box
          role="combobox"
          list={undefined}
          aria-label={label}
          aria-expanded="true"
          aria-controls="commands"
          aria-activedescendant={chosen && `command-${index}`}
          placeholder={label}
          autocomplete="off"
          autofocus
          value={search}
          onInput={event => {
            setSearch(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        {found.length === 0 && <p role="status">{isLoading ? base('loading') : t('none')}</p>}
        <div id="commands" ref={list} role="listbox" class="options" aria-label={t('results')}>
          {found.map((command, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
            <div
              key={command.key}
              id={`command-${place}`}
              role="option"
              aria-selected={place === index}
              onClick={() => open(command)}
            >
              <span>{command.name}</span>
              <small>{t(command.kind)}</small>
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

const ofForm = ['edit', 'responses', 'summary', 'share', 'settings'] as const;

type FoundCommands = { readonly commands: readonly Command[]; readonly isLoading: boolean };

function useCommands(search: string, formPage: string | undefined): FoundCommands {
  const { can } = useSession();
  const { path } = useLocation();
  const { items, isLoading } = useMatches('GET /forms', search, ({ title }) => title);
  const shown = /^\/forms\/(form_\w+)/.exec(path.slice(appPath.length))?.[1];
  const actions = shown
    ? ofForm.map(page => ({ name: t(page === 'settings' ? 'formSettings' : page), to: `/forms/${shown}/${page}` }))
    : [];
  const pages = pageGroups
    .flatMap(({ entries }) => entries.map(({ to, text }): Command => ({ key: to, kind: 'page', name: base(text), to })))
    .filter(({ to }) => can(leastRoles[to] ?? 'viewer'));
  const forms = items.map(({ id, title, status }): Command => {
    const page = formPage ?? (status === 'draft' && can('editor') ? 'edit' : 'responses');
    return { key: id, kind: 'form', name: title, to: `/forms/${id}/${page}` };
  });
  if (formPage) return { commands: forms, isLoading };
  const commands = [
    ...actions.map((action): Command => ({ ...action, key: action.to, kind: 'action' })),
    ...(can('editor') ? [{ key: 'new', kind: 'action' as const, name: t('newForm'), to: '/forms/new' }] : []),
    ...pages,
    ...forms,
  ];
  return { commands, isLoading };
}
