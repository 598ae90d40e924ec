import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = Omit<ButtonHTMLAttributes, 'icon' | 'label' | 'size'> & {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  /** The name of a button that shows only an icon. */
  readonly label?: string;
  /** Whether the action is running. The button then ignores clicks. */
  readonly busy?: boolean;
  readonly size?: 'small';
  readonly children?: ComponentChildren;
};

export const Button = ({ kind = 'plain', icon, label, busy, size, children, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    class={`button ${kind} ${size ?? ''} ${children === undefined ? 'bare' : ''} ${rest.class ?? ''}`}
    aria-label={label}
    title={rest.title ?? label}
    aria-busy={busy ? 'true' : undefined}
    aria-disabled={busy ? 'true' : undefined}
    onClick={busy ? event => event.preventDefault() : rest.onClick}
  >
    {busy ? <span class="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
    {children}
  </button>
);
