import type { ComponentChildren } from 'preact';
import { pathTo } from '../api/base.ts';
import { useLocation } from '../router/location.tsx';
import { Icon, type IconName } from './icon.tsx';

type LinkProps = {
  /** One of the dashboard's own pages: `/forms`. */
  readonly to: string;
  readonly class?: string;
  readonly label?: string;
  readonly current?: boolean;
  readonly children?: ComponentChildren;
};

export const Link = ({ to, class: name, label, current, children }: LinkProps) => (
  <a href={pathTo(to)} class={name} aria-label={label} aria-current={current ? 'page' : undefined}>
    {children}
  </a>
);

type LinkButtonProps = Pick<LinkProps, 'to' | 'children'> & {
  readonly kind?: 'primary' | 'plain' | 'quiet';
  readonly icon?: IconName;
};

/** A link that looks like a button. */
export const LinkButton = ({ to, kind = 'plain', icon, children }: LinkButtonProps) => (
  <Link to={to} class={`button ${kind}`}>
    {icon && <Icon name={icon} />}
    {children}
  </Link>
);

/** Goes to another of the dashboard's pages: `go('/forms')`. */
export function useGo(): (page: string, options?: { replace?: boolean }) => void {
  const { route } = useLocation();
  return (page, { replace = false } = {}) => route(pathTo(page), replace);
}
