import { useEffect, useRef, useState } from 'preact/hooks';
import { appPath } from '../../api/base.ts';
import { call } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useGo } from '../../parts/link.tsx';
import { leastRoles } from '../../routes.ts';
import { adopt } from '../../styles/adopt.ts';
import { t as base } from '../../texts/t.ts';
import { useLocation } from '../location.tsx';
import { pageGroups } from '../page-groups.ts';
import css from './commands.css';
import { type Command, foundCommands } from './found-commands.ts';
import { t } from './texts/t.ts';

adopt(css);

/** Finds forms, pages and actions by the words typed, and opens them. */
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const commands = useCommands();
  const go = useGo();
  const [search, setSearch] = useState('');
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
  return (
    <Dialog title={t('title')} onClose={onClose} onSubmit={() => open(chosen)}>
      <div class="commands">
        <input
          type="search"
          // biome-ignore lint/a11y/noRedundantRoles: without a list, it is a search box
          role="combobox"
          list={undefined}
          aria-label={t('search')}
          aria-expanded="true"
          aria-controls="commands"
          aria-activedescendant={chosen && `command-${index}`}
          placeholder={t('search')}
          autocomplete="off"
          autofocus
          value={search}
          onInput={event => {
            setSearch(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        {found.length === 0 && <p role="status">{t('none')}</p>}
        <div id="commands" ref={list} role="listbox" aria-label={t('results')}>
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

function useCommands(): Command[] {
  const { can } = useSession();
  const { path } = useLocation();
  const forms = useLoad(signal => call('GET /forms', { query: { limit: 1000 }, signal }), []);
  const shown = /^\/forms\/(form_\w+)/.exec(path.slice(appPath.length))?.[1];
  const actions = shown
    ? ofForm.map(page => ({ name: t(page === 'settings' ? 'formSettings' : page), to: `/forms/${shown}/${page}` }))
    : [];
  const pages = pageGroups
    .flatMap(({ entries }) => entries.map(({ to, text }): Command => ({ key: to, kind: 'page', name: base(text), to })))
    .filter(({ to }) => can(leastRoles[to] ?? 'viewer'));
  return [
    ...actions.map((action): Command => ({ ...action, key: action.to, kind: 'action' })),
    ...(can('editor') ? [{ key: 'new', kind: 'action' as const, name: t('newForm'), to: '/forms/new' }] : []),
    ...pages,
    ...(forms.data?.items ?? []).map(({ id, title, status }): Command => {
      const page = status === 'draft' && can('editor') ? 'edit' : 'responses';
      return { key: id, kind: 'form', name: title, to: `/forms/${id}/${page}` };
    }),
  ];
}
