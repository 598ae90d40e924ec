import type { ComponentChildren } from 'preact';

type LinkedProps = {
  readonly href: string | undefined;
  readonly children: ComponentChildren;
};

/** A part of a chart that a click opens, where it has an address. Keys and screen readers find the link in the table. */
export const Linked = ({ href, children }: LinkedProps) =>
  href === undefined ? (
    <g>{children}</g>
  ) : (
    <a href={href} class="chart-link" tabindex={-1}>
      {children}
    </a>
  );
