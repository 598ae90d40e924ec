import type { ComponentChildren } from 'preact';
import { pathTo } from '../api/base.ts';
import { adopt } from '../styles/adopt.ts';
import { Icon, type IconName } from './icon.tsx';
import css from './menu.css';

adopt(css);

type MenuItemProps = {
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly checked?: boolean;
  readonly onClick?: () => void;
  /** A page of the dashboard to go to. */
  readonly to?: string;
  /** A page elsewhere, which opens in a new tab. */
  readonly href?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
};

export function MenuItem({ icon, danger, checked, onClick, to, href, disabled, children }: MenuItemProps) {
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
  if (href !== undefined) {
    return (
      <a role="menuitem" tabIndex={-1} class={name} href={href} target="_blank" rel="noreferrer">
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
