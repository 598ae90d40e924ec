import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useSession } from '../../api/session.tsx';
import { ErrorNote, Notice, Skeleton } from '../../parts/feedback.tsx';
import { Checkbox } from '../../parts/more-fields.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { SaveActions } from '../../parts/save-actions.tsx';
import type { Edited } from '../../parts/use-edited.ts';
import { ReceiverActions } from './actions.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import type { ReceiverCalls } from './receiver-calls.ts';
import { StateBadge } from './receiver-parts.tsx';
import { t } from './texts/t.ts';

type ReceiverDetailProps = {
  readonly title: string;
  /** The name of the list that it belongs to. */
  readonly list: string;
  readonly receiver: {
    readonly id: string;
    readonly active: boolean;
    readonly disabledReason: 'gone' | 'failing' | null;
  };
  readonly calls: ReceiverCalls;
  /** Its settings. */
  readonly children: ComponentChildren;
};

/** A webhook or integration: its state and settings, and what was delivered to it. */
export function ReceiverDetail({ title, list, receiver, calls, children }: ReceiverDetailProps) {
  const { can } = useSession();
  const [turn, setTurn] = useState(0);
  const { id, active, disabledReason } = receiver;
  return (
    <>
      <PageHead
        title={title}
        mark={<StateBadge {...receiver} />}
        back={{ to: calls.listed, label: list }}
        actions={
          can('admin') && <ReceiverActions id={id} active={active} calls={calls} onTested={() => setTurn(turn + 1)} />
        }
      />
      {disabledReason && <Notice tone="red">{t(disabledReason)}</Notice>}
      {children}
      <DeliveryLog id={id} calls={calls} turn={turn} />
    </>
  );
}

/** The shape of the page while it loads. */
export const ReceiverOutline = ({ list, calls }: Pick<ReceiverDetailProps, 'list' | 'calls'>) => (
  <>
    <PageHead title="" back={{ to: calls.listed, label: list }} />
    <Skeleton shape="sections" />
  </>
);

type ReceiverSettingsProps = {
  readonly edited: Edited<{ readonly active: boolean }>;
  /** The fields whose faults the controls show. */
  readonly shown: readonly string[];
  readonly children: ComponentChildren;
};

/** The form with the settings of a webhook or integration. */
export const ReceiverSettings = ({ edited, shown, children }: ReceiverSettingsProps) => (
  <Section title={t('settings')}>
    <form class="stack narrow" noValidate onSubmit={edited.submit}>
      {children}
      <Checkbox
        role="switch"
        label={t('active')}
        help={t('activeHelp')}
        checked={edited.values.active}
        onInput={active => edited.set({ active })}
      />
      <ErrorNote error={edited.error} shown={shown} onReload={edited.reload} />
      <SaveActions busy={edited.busy} />
    </form>
  </Section>
);
