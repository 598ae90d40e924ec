import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ErrorNote } from './feedback.tsx';
import { Icon } from './icon.tsx';
import { loadedOrReloaded } from './page-of.tsx';

type MenuProps = {
  readonly label: string;
  /** The button's content; by default three dots. */
  readonly button?: ComponentChildren;
  readonly class?: string;
  /** Returns the items each time the menu is opened. They may be loaded then. */
  readonly children: () => ComponentChildren | Promise<ComponentChildren>;
};

/** Places a popover below its button, inside the window. */
export function placeBelow(button: HTMLElement, menu: HTMLElement): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const fromRight = left + width > innerWidth - 8;
  const above = bottom + height > innerHeight - 8 && top > height;
  menu.style.left = `${Math.max(8, fromRight ? right - width : left)}px`;
  menu.style.top = `${above ? top - height - 4 : bottom + 4}px`;
}

const moves: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const failed = (error: unknown) => <ErrorNote error={error} />;

/** A button with a menu of actions. Arrow keys move through the menu, and Escape closes it. */
export function Menu({ label, button, class: name, children }: MenuProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [content, setContent] = useState<ComponentChildren>();
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const onToggle = async (open: boolean) => {
    trigger.current?.setAttribute('aria-expanded', String(open));
    const made = open ? await loadedOrReloaded(async () => children()).catch(failed) : undefined;
    // It may have been closed in the meantime.
    if (menu.current?.matches(':popover-open') === open) setContent(made);
  };
  useLayoutEffect(() => {
    if (!content || !trigger.current || !menu.current) return;
    placeBelow(trigger.current, menu.current);
    items()[0]?.focus();
  }, [content]);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (event.key === 'Tab') menu.current?.hidePopover();
    if (!move) return;
    event.preventDefault();
    const all = items();
    all[move(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus();
  };
  return (
    <>
      <button
        type="button"
        ref={trigger}
        class={name ?? 'button quiet bare'}
        popovertarget={id}
        aria-haspopup="menu"
        aria-expanded="false"
        aria-label={button ? undefined : label}
        title={label}
      >
        {button ?? <Icon name="more" />}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        class={content ? 'menu' : 'unseen'}
        onToggle={event => onToggle(event.newState === 'open')}
        onKeyDown={onKeyDown}
        onClick={() => menu.current?.hidePopover()}
      >
        {content}
      </div>
    </>
  );
}
