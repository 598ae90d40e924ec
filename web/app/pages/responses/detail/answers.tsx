import { useState } from 'preact/hooks';
import type { Field } from '../../../../../shared/domain/fields/field.ts';
import { isAnswered } from '../../../../../shared/domain/fields/field-types.ts';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { useAction } from '../../../api/load.ts';
import { Button } from '../../../parts/button.tsx';
import { errorAt } from '../../../parts/error-at.ts';
import { ErrorNote, Notice } from '../../../parts/feedback.tsx';
import { Section } from '../../../parts/page.tsx';
import { useUnsaved } from '../../../parts/unsaved/unsaved.ts';
import { t } from '../texts/t.ts';
import { AnswerEditor, isEditable } from './answer-editor.tsx';
import { AnswerView } from './answer-view.tsx';
import type { Detail } from './read-detail.ts';

type AnswerValues = Readonly<Record<string, unknown>>;

type AnswersProps = {
  readonly form: Form;
  readonly detail: Detail;
  /** Absent if the user may not change anything. */
  readonly onSave?: (answers: AnswerValues) => Promise<boolean>;
};

/** The answers in the order of the form, then those to fields that it no longer has. */
export function AnswersSection({ form, detail, onSave }: AnswersProps) {
  const [editing, setEditing] = useState(false);
  if (editing && onSave) return <Editing {...{ form, detail, onSave }} onEnd={() => setEditing(false)} />;
  const asked = form.fields.filter(isAnswered);
  const known = new Set(asked.map(({ id }) => id));
  const retired = Object.keys(detail.response.answers).filter(id => !known.has(id));
  return (
    <Section
      title={t('answers')}
      actions={
        onSave &&
        !detail.response.answersUnavailable && (
          <Button size="small" icon="edit" onClick={() => setEditing(true)}>
            {t('edit')}
          </Button>
        )
      }
    >
      {detail.response.answersUnavailable && <Notice>{t('answersUnavailable')}</Notice>}
      <dl class="answers">
        {asked.map(field => (
          <One key={field.id} label={field.label || field.id} id={field.id} field={field} detail={detail} />
        ))}
        {retired.map(id => (
          <One key={id} label={t('notInForm', { label: id })} id={id} field={undefined} detail={detail} />
        ))}
      </dl>
    </Section>
  );
}

type OneProps = {
  readonly label: string;
  readonly id: string;
  readonly field: Field | undefined;
  readonly detail: Detail;
};

const One = ({ label, id, field, detail }: OneProps) => (
  <div>
    <dt>
      <bdi>{label}</bdi>
    </dt>
    <dd>
      <AnswerView id={id} field={field} detail={detail} />
    </dd>
  </div>
);

type EditingProps = Required<AnswersProps> & { readonly onEnd: () => void };

function Editing({ form, detail, onSave, onEnd }: EditingProps) {
  const [changes, setChanges] = useState<AnswerValues>({});
  useUnsaved(Object.keys(changes).length > 0);
  const { answers, concealed = {} } = detail.response;
  const saving = useAction(async () => {
    if (Object.keys(changes).length === 0 || (await onSave(changes))) onEnd();
  });
  const fields = form.fields.filter(isEditable);
  // The visible part of a concealed answer is not the answer.
  const answerOf = (id: string) => (id in changes ? changes[id] : id in concealed ? undefined : answers[id]);
  return (
    <Section title={t('edit')} help={t('editHelp')}>
      <form
        class="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          return saving.run();
        }}
      >
        {fields.map(field => (
          <AnswerEditor
            key={field.id}
            field={field}
            answer={answerOf(field.id)}
            onInput={answer => setChanges({ ...changes, [field.id]: answer })}
            error={errorAt(saving.error, `answers.${field.id}`) ?? errorAt(saving.error, field.id)}
          />
        ))}
        <ErrorNote error={saving.error} shown={fields.flatMap(({ id }) => [id, `answers.${id}`])} />
        <div class="actions">
          <Button type="submit" kind="primary" busy={saving.busy}>
            {t('save')}
          </Button>
          <Button onClick={onEnd}>{t('cancel')}</Button>
        </div>
      </form>
    </Section>
  );
}
