import { useEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { useAction } from '../../api/load.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, Notice } from '../../parts/feedback.tsx';
import { Select } from '../../parts/fields.tsx';
import { Checkbox } from '../../parts/more-fields.tsx';
import { RadioCards } from '../../parts/radio-cards.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { formatNumber } from '../../texts/format.ts';
import type { ColumnChoice } from './columns.ts';
import { countOf, type Export, readExport } from './export.ts';
import { type ExportChoices, exportQuery, usualChoices } from './export-choices.ts';
import type { Filters } from './filters.ts';
import { t } from './texts/t.ts';

type ExportDialogProps = {
  readonly form: Form;
  readonly filters: Filters;
  readonly columns: readonly ColumnChoice[];
  readonly onClose: () => void;
};

export function ExportDialog({ form, filters, columns, onClose }: ExportDialogProps) {
  const [choices, setChoices] = useState<ExportChoices>(usualChoices);
  const [rows, setRows] = useState(0);
  const [total, setTotal] = useState<number>();
  const [done, setDone] = useState<Export>();
  const controller = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const save = ({ file }: Export) => saveFile(file, `${form.title}.${choices.format}`);
  const work = useAction(async () => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setRows(0);
    try {
      const query = exportQuery(choices, { formId: form.id, filters, columns });
      setTotal(await countOf(query, signal));
      const read = await readExport(query, choices.format, { signal, onRows: setRows });
      setDone(read);
      if (read.error === undefined) save(read);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
  return (
    <Dialog
      title={t('exportTitle')}
      wide
      onClose={onClose}
      onSubmit={work.run}
      footer={
        <Footer
          {...{ work, done }}
          onSave={save}
          onCancel={() => (work.busy ? controller.current?.abort() : onClose())}
        />
      }
    >
      {work.busy || done ? (
        <Progress rows={rows} total={total} done={done} />
      ) : (
        <Choices choices={choices} onChange={changes => setChoices({ ...choices, ...changes })} />
      )}
      <ErrorNote error={work.error} />
    </Dialog>
  );
}

type FooterProps = {
  readonly work: { readonly busy: boolean };
  readonly done: Export | undefined;
  readonly onSave: (done: Export) => void;
  readonly onCancel: () => void;
};

const Footer = ({ work, done, onSave, onCancel }: FooterProps) => (
  <>
    <Button onClick={onCancel}>{t('cancel')}</Button>
    {done ? (
      <Button kind="primary" icon="download" onClick={() => onSave(done)}>
        {done.error === undefined ? t('saveAgain') : t('savePart')}
      </Button>
    ) : (
      <Button type="submit" kind="primary" icon="download" busy={work.busy}>
        {t('start')}
      </Button>
    )}
  </>
);

type ProgressProps = {
  readonly rows: number;
  readonly total: number | undefined;
  readonly done: Export | undefined;
};

function Progress({ rows, total, done }: ProgressProps) {
  // More may have come since they were counted.
  const most = total === undefined ? undefined : Math.max(total, rows);
  const told = most === undefined ? t('rowsOnly', { count: rows }) : t('rows', { rows, total: most });
  const ofAll = total === undefined ? '?' : formatNumber(total);
  if (done?.error !== undefined)
    return <Notice tone="red">{t('exportFailed', { rows: done.rows, total: ofAll })}</Notice>;
  if (done && total !== undefined && done.rows < total) {
    return <Notice tone="amber">{t('exportEarly', { rows: done.rows, total: ofAll })}</Notice>;
  }
  if (done) return <p role="status">{t('exported', { count: done.rows })}</p>;
  return (
    <div class="stack">
      <progress class="wide" max={most ?? 1} {...(most !== undefined && { value: rows })} aria-label={t('exporting')} />
      <p role="status">{told}</p>
    </div>
  );
}

type ChoicesProps = {
  readonly choices: ExportChoices;
  readonly onChange: (changes: Partial<ExportChoices>) => void;
};

const Choices = ({ choices, onChange }: ChoicesProps) => (
  <>
    <RadioCards
      legend={t('format')}
      value={choices.format}
      options={[
        { value: 'csv', label: 'CSV' },
        { value: 'json', label: 'JSON' },
        { value: 'jsonl', label: 'JSON Lines' },
      ]}
      onInput={format => onChange({ format })}
    />
    <RadioCards
      legend={t('inbox')}
      value={choices.which}
      options={[
        { value: 'shown', label: t('exportShown'), help: t('exportShownHelp') },
        { value: 'all', label: t('exportAll'), help: t('exportAllHelp') },
      ]}
      onInput={which => onChange({ which })}
    />
    <RadioCards
      legend={t('columns')}
      value={choices.columns}
      options={[
        choices.format === 'csv'
          ? { value: 'usual', label: t('columnsUsual'), help: t('columnsUsualHelp') }
          : { value: 'usual', label: t('columnsWhole'), help: t('columnsWholeHelp') },
        { value: 'shown', label: t('columnsShown'), help: t('columnsShownHelp') },
        { value: 'all', label: t('keepAll'), help: t('keepAllHelp') },
      ]}
      onInput={columns => onChange({ columns })}
    />
    <Select
      label={t('timezone')}
      value={choices.timezone}
      options={[...new Set(['UTC', usualChoices.timezone])].map(value => ({ value, label: value }))}
      onInput={timezone => onChange({ timezone })}
    />
    {choices.format === 'csv' && <CsvChoices choices={choices} onChange={onChange} />}
    <Checkbox
      label={t('fileLinks')}
      help={t('fileLinksHelp')}
      checked={choices.files}
      onInput={files => onChange({ files })}
    />
  </>
);

const CsvChoices = ({ choices, onChange }: ChoicesProps) => (
  <>
    <div class="columns">
      <Select
        label={t('headers')}
        value={choices.headers}
        options={[
          { value: 'label', label: t('headersLabel') },
          { value: 'id', label: t('headersId') },
        ]}
        onInput={headers => onChange({ headers })}
      />
      <Select
        label={t('delimiter')}
        value={choices.delimiter}
        options={[
          { value: ',', label: t('comma') },
          { value: ';', label: t('semicolon') },
          { value: 'tab', label: t('tab') },
        ]}
        onInput={delimiter => onChange({ delimiter })}
      />
    </div>
    <Checkbox label={t('guard')} help={t('guardHelp')} checked={choices.guard} onInput={guard => onChange({ guard })} />
    <Checkbox label={t('bom')} help={t('bomHelp')} checked={choices.bom} onInput={bom => onChange({ bom })} />
  </>
);
