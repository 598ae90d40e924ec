import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = Omit<ButtonHTMLAttributes, 'icon' | 'label' | 'size'> & {
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  /** Says what it does, where only its icon is seen. */
  readonly label?: string;
  /** Its work is going on: it takes no further click. */
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
