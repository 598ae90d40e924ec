import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../texts/t.ts';
import { Link } from './link.tsx';

type PageHeadProps = {
  /** Empty while it is not known. */
  readonly title: string;
  /** Badges beside the title. */
  readonly mark?: ComponentChildren;
  readonly help?: ComponentChildren;
  /** The page above this one. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly actions?: ComponentChildren;
};

/** The head of a page, and its title in the window. */
export function PageHead({ title, mark, help, back, actions }: PageHeadProps) {
  useEffect(() => {
    if (title) document.title = `${title} · Formline`;
  }, [title]);
  return (
    <header class="page-head">
      <div class="row">
        {back && (
          <Link to={back.to} class="back">
            {back.label}
          </Link>
        )}
        <h1 tabIndex={-1} title={back && title}>
          {title}
        </h1>
        {mark}
        {actions && <div class="actions">{actions}</div>}
      </div>
      {help && <p class="help">{help}</p>}
    </header>
  );
}

type SectionProps = {
  /** The target of links within the page: `#access`. */
  readonly id?: string;
  readonly title?: string;
  readonly help?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
};

/** A section of a page, with its own background. */
export const Section = ({ id, title, help, actions, children }: SectionProps) => (
  <section class="section" id={id}>
    {(title || actions) && (
      <header>
        <div>
          {title && <h2>{title}</h2>}
          {help && <p class="help">{help}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
    )}
    {children}
  </section>
);

type TabsProps = {
  readonly label: string;
  readonly current: string;
  readonly tabs: readonly { readonly key: string; readonly to: string; readonly label: string }[];
};

/** Tabs for the pages of one thing. They are links, because each page has its own address. */
export const Tabs = ({ label, current, tabs }: TabsProps) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(tab => (
      <Link key={tab.key} to={tab.to} current={tab.key === current}>
        {tab.label}
      </Link>
    ))}
  </nav>
);

/** The button at the end of a list that has more. */
export const More = ({ hasMore, onMore, busy }: { hasMore: boolean; onMore: () => void; busy: boolean }) =>
  hasMore ? (
    <p class="more">
      <button type="button" class="button plain" onClick={onMore} aria-busy={busy} disabled={busy}>
        {t('more')}
      </button>
    </p>
  ) : null;
