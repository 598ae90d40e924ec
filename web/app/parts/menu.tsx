import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { pathTo } from '../api/base.ts';
import { Icon, type IconName } from './icon.tsx';

type MenuProps = {
  readonly label: string;
  /** What its button shows; three dots otherwise. */
  readonly button?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
};

/** Below its button, kept inside the window. */
function placeBelow(button: HTMLElement, menu: HTMLElement): void {
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

/** A button with a menu of what can be done: arrows move, Escape closes. */
export function Menu({ label, button, class: name, children }: MenuProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const onToggle = (open: boolean) => {
    trigger.current?.setAttribute('aria-expanded', String(open));
    if (!open || !trigger.current || !menu.current) return;
    placeBelow(trigger.current, menu.current);
    items()[0]?.focus();
  };
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
        class="menu"
        onToggle={event => onToggle(event.newState === 'open')}
        onKeyDown={onKeyDown}
        onClick={() => menu.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}

type MenuItemProps = {
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly checked?: boolean;
  readonly onClick?: () => void;
  /** A page of the dashboard to go to. */
  readonly to?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
};

export function MenuItem({ icon, danger, checked, onClick, to, disabled, children }: MenuItemProps) {
  const name = danger ? 'danger' : undefined;
  const content = (
    <>
      {checked !== undefined ? (
        <span class="icon">{checked && <Icon name="check" />}</span>
      ) : (
        icon && <Icon name={icon} />
      )}
      {children}
    </>
  );
  if (to !== undefined) {
    return (
      <a role="menuitem" tabIndex={-1} class={name} href={pathTo(to)}>
        {content}
      </a>
    );
  }
  const role = checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked };
  return (
    <button
      type="button"
      {...(role as { role: 'menuitem' })}
      tabIndex={-1}
      class={name}
      disabled={disabled}
      onClick={onClick}
    >
      {content}
    </button>
  );
}
