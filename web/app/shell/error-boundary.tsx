import { Component, type ComponentChildren } from 'preact';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/feedback.tsx';
import { t } from '../texts/t.ts';

type ErrorBoundaryProps = { readonly children: ComponentChildren; readonly resetKey: string };

/** Replaces a page that throws, until the address changes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (resetKey !== this.props.resetKey && this.state.error) this.setState({ error: undefined });
  }

  render() {
    if (!this.state.error) return this.props.children;
    return (
      <EmptyState
        icon="alert"
        title={t('broken')}
        actions={
          <Button kind="primary" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        }
      >
        {t('failed')}
      </EmptyState>
    );
  }
}
