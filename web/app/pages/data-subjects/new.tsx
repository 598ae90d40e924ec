import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields.tsx';
import { Checkbox, NumberField } from '../../parts/more-fields.tsx';
import { RadioCards } from '../../parts/radio-cards.tsx';
import { type Language, language, languages } from '../../texts/language.ts';
import { t as base } from '../../texts/t.ts';
import type { SubjectRequest } from './subject.tsx';
import { t } from './texts/t.ts';

type NewRequestProps = {
  readonly type: 'search' | 'export';
  readonly onClose: () => void;
  readonly onStarted: (request: SubjectRequest) => void;
};

/** Asks whom a request is about, and where to look. */
export function NewRequest({ type, onClose, onStarted }: NewRequestProps) {
  const [by, setBy] = useState<'byEmail' | 'byValue'>('byEmail');
  const [email, setEmail] = useState('');
  const [fieldId, setFieldId] = useState('');
  const [value, setValue] = useState('');
  const [limits, setLimits] = useState<RequestLimits>({ responsesMax: 100, language });
  const who = by === 'byEmail' ? { email: email.trim() } : { fieldId: fieldId.trim(), value };
  const [environments, setEnvironments] = useState<'one' | 'all'>('all');
  const [handling, setHandling] = useState({ deadline: '', note: '' });
  const body = { ...who, environments, ...sharedBody(limits, handling) };
  const gather = useAction(async () => {
    if (type === 'search') return onStarted(await call('POST /data-subjects/search', { body }));
    await call('POST /data-subjects/export', {
      body: { ...body, ...contentOf(limits) },
    });
    onClose();
  });
  return (
    <Dialog
      title={t(type === 'export' ? 'newExport' : 'newSearch')}
      onClose={onClose}
      onSubmit={gather.run}
      footer={
        <>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button type="submit" kind="primary" busy={gather.busy}>
            {t(type === 'export' ? 'startExport' : 'startSearch')}
          </Button>
        </>
      }
    >
      <div class="stack">
        {type === 'search' && <p>{t('searchHelp')}</p>}
        <RadioCards
          legend={t('by')}
          value={by}
          onInput={setBy}
          options={(['byEmail', 'byValue'] as const).map(each => ({
            value: each,
            label: t(each),
            help: t(`${each}Help`),
          }))}
        />
        {by === 'byEmail' ? (
          <TextField
            label={t('email')}
            type="email"
            autocomplete="off"
            value={email}
            onInput={setEmail}
            error={errorAt(gather.error, 'email')}
          />
        ) : (
          <>
            <TextField
              label={t('fieldId')}
              value={fieldId}
              onInput={setFieldId}
              error={errorAt(gather.error, 'fieldId')}
            />
            <TextField label={t('value')} value={value} onInput={setValue} error={errorAt(gather.error, 'value')} />
          </>
        )}
        <EnvironmentsField value={environments} error={gather.error} onInput={setEnvironments} />
        <Limits type={type} error={gather.error} limits={limits} onInput={setLimits} />
        <HandlingFields handling={handling} error={gather.error} onInput={setHandling} />
        <ErrorNote
          error={gather.error}
          shown={['email', 'fieldId', 'value', 'environments', 'responsesMax', 'deadline', 'note']}
        />
      </div>
    </Dialog>
  );
}

type EnvironmentsFieldProps = {
  readonly value: 'one' | 'all';
  readonly error: unknown;
  readonly onInput: (value: 'one' | 'all') => void;
};

/** Where to look for the person. */
function EnvironmentsField({ value, error, onInput }: EnvironmentsFieldProps) {
  const { environment } = useSession();
  return (
    <Select
      label={t('environments')}
      value={value}
      onInput={onInput}
      options={[
        { value: 'all', label: t('allEnvironments') },
        { value: 'one', label: t('oneEnvironment', { environment: base(environment) }) },
      ]}
      error={errorAt(error, 'environments')}
    />
  );
}

type HandlingFieldsProps = {
  readonly handling: { readonly deadline: string; readonly note: string };
  readonly error: unknown;
  readonly onInput: (handling: { deadline: string; note: string }) => void;
};

/** When the person must have an answer, and a note of the team. */
const HandlingFields = ({ handling, error, onInput }: HandlingFieldsProps) => (
  <>
    <TextField
      label={t('deadline')}
      help={t('deadlineHelp')}
      type="date"
      value={handling.deadline}
      onInput={deadline => onInput({ ...handling, deadline })}
      error={errorAt(error, 'deadline')}
    />
    <TextField
      label={t('note')}
      help={t('noteHelp')}
      maxLength={500}
      value={handling.note}
      onInput={note => onInput({ ...handling, note })}
      error={errorAt(error, 'note')}
    />
  </>
);

type RequestLimits = {
  readonly responsesMax?: number;
  readonly includeMasked?: boolean;
  readonly notes?: boolean;
  readonly language: Language;
};

/** Returns what exports and erasures have in common, as the API takes it. */
const sharedBody = ({ responsesMax }: RequestLimits, { deadline, note }: HandlingFieldsProps['handling']) => ({
  ...(responsesMax !== undefined && { responsesMax }),
  ...(deadline && { deadline }),
  ...(note.trim() && { note: note.trim() }),
});

/** Returns what the file of an export shows, as the API takes it. */
const contentOf = ({ includeMasked, notes, language: ofPage }: RequestLimits) => ({
  language: ofPage,
  ...(includeMasked && { includeMasked }),
  ...(notes && { include: ['notes' as const] }),
});

type LimitsProps = Pick<NewRequestProps, 'type'> & {
  readonly error: unknown;
  readonly limits: RequestLimits;
  readonly onInput: (limits: RequestLimits) => void;
};

/** The limit on how many responses one person can have, and what an export has besides the person's data. */
function Limits({ type, error, limits, onInput }: LimitsProps) {
  const { can } = useSession();
  const { responsesMax, ...others } = limits;
  return (
    <>
      <NumberField
        label={t('responsesMax')}
        help={t('responsesMaxHelp')}
        value={responsesMax}
        onInput={most => onInput({ ...others, ...(most !== undefined && { responsesMax: most }) })}
        error={errorAt(error, 'responsesMax')}
      />
      {type === 'export' && (
        <>
          <Select
            label={t('pageLanguage')}
            value={limits.language}
            onInput={ofPage => onInput({ ...limits, language: ofPage })}
            options={(['en', 'de'] as const).map(value => ({ value, label: languages[value] }))}
          />
          <Checkbox
            label={t('includeNotes')}
            help={t('includeNotesHelp')}
            checked={limits.notes ?? false}
            onInput={notes => onInput({ ...limits, notes })}
          />
        </>
      )}
      {type === 'export' && can('owner') && (
        <Checkbox
          label={t('includeMasked')}
          help={t('includeMaskedHelp')}
          checked={limits.includeMasked ?? false}
          onInput={includeMasked => onInput({ ...limits, includeMasked })}
        />
      )}
    </>
  );
}
