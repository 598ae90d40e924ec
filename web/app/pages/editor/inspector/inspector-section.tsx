import type { ComponentChildren } from 'preact';

/** A group of related properties that can be collapsed. */
export const InspectorSection = ({
  title,
  closed,
  children,
}: {
  title: string;
  closed?: boolean;
  children: ComponentChildren;
}) => (
  <details open={!closed}>
    <summary>{title}</summary>
    <div class="stack">{children}</div>
  </details>
);
