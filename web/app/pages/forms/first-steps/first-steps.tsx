import { useEffect, useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/load.ts';
import { useSession } from '../../../api/session.tsx';
import { Button } from '../../../parts/button.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Link, LinkButton, useGo } from '../../../parts/link.tsx';
import { toast } from '../../../parts/notices.tsx';
import { Section } from '../../../parts/page.tsx';
import { adopt } from '../../../styles/adopt.ts';
import css from './first-steps.css';
import { t } from './texts/t.ts';

adopt(css);

const steps = ['create', 'publish', 'share', 'response'] as const;
type Step = (typeof steps)[number];

type FirstStepsProps = {
  /** The newest forms of the environment, and the number of their responses. */
  readonly forms: readonly { readonly form: Form; readonly responses: number | undefined }[];
  readonly onChange: () => void;
};

/**
 * Lists the steps to the first response, and offers a sample form, until all steps are done. This browser remembers the
 * sample, and whether the list is hidden.
 */
export default function FirstSteps({ forms: listed, onChange }: FirstStepsProps) {
  const { organization, environment } = useSession();
  const place = `${organization.id}.${environment}`;
  const [hidden, setHidden] = useKept(`formline.firstSteps.${place}`);
  const [sampleId, setSample] = useKept(`formline.sample.${place}`);
  const ownListed = listed.filter(({ form }) => form.id !== sampleId);
  const own = ownListed.map(({ form }) => form);
  const sample = listed.find(({ form }) => form.id === sampleId)?.form;
  const done = stepsDone(
    own,
    ownListed.some(({ responses = 0 }) => responses > 0),
  );
  const isDone = steps.every(step => done[step]);
  useEffect(() => {
    if (isDone) setHidden('yes');
  }, [isDone]);
  const isShown = !hidden && !isDone;
  return (
    <>
      {isShown && <Steps forms={own} done={done} onHide={() => setHidden('yes')} />}
      {sample && <SampleNote id={sample.id} onRemoved={onChange} />}
      {isShown && !sample && <SampleOffer onAdded={setSample} />}
    </>
  );
}

type StepsDone = Readonly<Record<Step, boolean>>;

const liveOf = (forms: readonly Form[]) => forms.find(({ status }) => status === 'live');

function stepsDone(forms: readonly Form[], hasResponse: boolean): StepsDone {
  const live = liveOf(forms);
  return {
    create: forms.length > 0,
    publish: live !== undefined || hasResponse,
    share: (live !== undefined && localStorage.getItem(`formline.shared.${live.id}`) !== null) || hasResponse,
    response: hasResponse,
  };
}

function useKept(key: string): [string | undefined, (value: string) => void] {
  const [kept, setKept] = useState(localStorage.getItem(key) ?? undefined);
  const set = (value: string) => {
    localStorage.setItem(key, value);
    setKept(value);
  };
  return [kept, set];
}

type StepsProps = {
  readonly forms: readonly Form[];
  readonly done: StepsDone;
  readonly onHide: () => void;
};

function Steps({ forms, done, onHide }: StepsProps) {
  const live = liveOf(forms);
  const count = steps.filter(step => done[step]).length;
  const [newest] = forms;
  const next: Readonly<Record<Step, string>> = {
    create: '/forms/new',
    publish: newest ? `/forms/${newest.id}/edit` : '/forms/new',
    share: live ? `/forms/${live.id}/share` : '/forms',
    response: live ? `/forms/${live.id}/share` : '/forms',
  };
  const current = steps.find(step => !done[step]);
  return (
    <Section
      title={t('title')}
      help={t('done', { count, all: steps.length })}
      actions={<Button kind="quiet" icon="close" label={t('hide')} onClick={onHide} />}
    >
      <div class="first-steps">
        <ol>
          {steps.map((step, index) => (
            <li key={step} class={done[step] ? 'done' : undefined}>
              <span class="step" aria-hidden="true">
                {done[step] ? <Icon name="check" /> : index + 1}
              </span>
              {step === current ? <Link to={next[step]}>{t(step)}</Link> : <span>{t(step)}</span>}
              {done[step] && <span class="unseen">{t('isDone')}</span>}
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

function SampleOffer({ onAdded }: { readonly onAdded: (id: string) => void }) {
  const { can } = useSession();
  const go = useGo();
  const add = useAction(async () => {
    const { addSampleForm } = await import('./sample-form.ts');
    const id = await addSampleForm();
    onAdded(id);
    go(`/forms/${id}/summary`);
  });
  if (!can('editor')) return null;
  return (
    <Section title={t('sampleTitle')} help={t('sampleHelp')}>
      <Button busy={add.busy} onClick={add.run}>
        {t('addSample')}
      </Button>
      <ErrorNote error={add.error} />
    </Section>
  );
}

function SampleNote({ id, onRemoved }: { readonly id: string; readonly onRemoved: () => void }) {
  const remove = useAction(async () => {
    await call('DELETE /forms/{id}', { params: { id } });
    toast(t('removed'));
    onRemoved();
  });
  return (
    <Section>
      <div class="sample-note">
        <span>{t('hasSample')}</span>
        <div class="actions">
          <LinkButton to={`/forms/${id}/summary`}>{t('openSample')}</LinkButton>
          <Button icon="trash" busy={remove.busy} onClick={remove.run}>
            {t('removeSample')}
          </Button>
        </div>
      </div>
      <ErrorNote error={remove.error} />
    </Section>
  );
}
