import type { ComponentChildren } from 'preact';

/** Properties that belong together, which can be folded up. */
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
