import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../../../api/session.tsx';
import { t as base } from '../../../texts/t.ts';
import { t } from './texts/t.ts';

const names = [
  'status',
  'closing',
  'access',
  'spam',
  'reply',
  'sealing',
  'privacy',
  'data',
  'webhooks',
  'storage',
  'danger',
] as const;

type Name = (typeof names)[number];

/** Links to the sections of the settings. It marks the one that is read. */
export function Rail() {
  const { can } = useSession();
  const shown = names.filter(name => (name === 'reply' ? can('admin') : name === 'danger' ? can('editor') : true));
  const current = useCurrent(shown);
  return (
    <nav class="rail" aria-label={t('sections')}>
      {shown.map(name => (
        <a key={name} href={`#${name}`} aria-current={name === current ? 'true' : undefined}>
          {name === 'webhooks' ? base(name) : t(name)}
        </a>
      ))}
    </nav>
  );
}

/** How far below the top of the window a section begins to be read, in px. */
const readFrom = 160;

/** Returns the last section that has begun. At the end of the page, it is the last one. */
function useCurrent(shown: readonly Name[]): Name {
  const [current, setCurrent] = useState<Name>('status');
  useEffect(() => {
    const look = () => {
      const { scrollHeight } = document.documentElement;
      const isEnd = scrollHeight > innerHeight && scrollY + innerHeight >= scrollHeight - 1;
      const begun = shown.filter(name => {
        const top = document.getElementById(name)?.getBoundingClientRect().top;
        return top !== undefined && (isEnd || top < readFrom);
      });
      setCurrent(begun.at(-1) ?? 'status');
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [shown.length]);
  return current;
}
