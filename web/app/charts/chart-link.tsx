import type { ComponentChildren } from 'preact';

type ChartLinkProps = {
  readonly href: string | undefined;
  readonly children: ComponentChildren;
};

/**
 * A part of a chart that opens a link when clicked, if it has one. Keyboard and screen reader users find the link in
 * the table.
 */
export const ChartLink = ({ href, children }: ChartLinkProps) =>
  href === undefined ? (
    <g>{children}</g>
  ) : (
    <a href={href} class="chart-link" tabindex={-1}>
      {children}
    </a>
  );
