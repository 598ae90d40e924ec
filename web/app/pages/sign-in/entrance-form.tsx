import type { ComponentChildren } from 'preact';
import type { Action } from '../../api/load.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { PageHead } from '../../parts/page.tsx';

type EntranceFormProps = {
  readonly title: string;
  readonly help?: string;
  /** The button's text. */
  readonly action: string;
  readonly doing: Action<[]>;
  /** Replaces the service's message. */
  readonly error?: ComponentChildren;
  readonly shown?: readonly string[];
  readonly after?: ComponentChildren;
  /** Other ways than this form. */
  readonly besides?: ComponentChildren;
  readonly children?: ComponentChildren;
};

/** A form on a page that needs no session. */
export const EntranceForm = ({
  title,
  help,
  action,
  doing,
  error,
  shown,
  after,
  besides,
  children,
}: EntranceFormProps) => (
  <form
    class="section"
    noValidate
    onSubmit={event => {
      event.preventDefault();
      return doing.run();
    }}
  >
    <PageHead title={title} help={help} />
    {children}
    {error ? (
      <p class="notice red" role="alert">
        {error}
      </p>
    ) : (
      <ErrorNote error={doing.error} {...(shown && { shown })} />
    )}
    <Button type="submit" kind="primary" busy={doing.busy}>
      {action}
    </Button>
    {after && <p>{after}</p>}
    {besides}
  </form>
);
