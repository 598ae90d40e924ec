import { useEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { useAction } from '../../../api/load.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ErrorNote, Notice } from '../../../parts/feedback.tsx';
import { Select } from '../../../parts/fields.tsx';
import { Checkbox } from '../../../parts/more-fields.tsx';
import { RadioCards } from '../../../parts/radio-cards.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { ZoneSelect } from '../../../parts/select/selects.tsx';
import { formatNumber } from '../../../texts/format.ts';
import type { ColumnChoice } from '../columns.ts';
import type { Filters } from '../filters.ts';
import { t } from '../texts/t.ts';
import { type ExportChoices, endingOf, exportBody, exportQuery, usualChoices } from './export-choices.ts';
import { type ExportFile, writeFiles } from './export-files.ts';
import { countOf, type Export, type ExportFormat, readExport } from './fetch-export.ts';

type ExportDialogProps = {
  readonly form: Form;
  readonly filters: Filters;
  readonly columns: readonly ColumnChoice[];
  readonly onClose: () => void;
};

export default function ExportDialog({ form, filters, columns, onClose }: ExportDialogProps) {
  const [choices, setChoices] = useState<ExportChoices>(usualChoices);
  const [rows, setRows] = useState(0);
  const [total, setTotal] = useState<number>();
  const [done, setDone] = useState<Export>();
  const [files, setFiles] = useState<readonly ExportFile[]>();
  const controller = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const about = { formId: form.id, filters, columns };
  const save = ({ file }: Export) => saveFile(file, `${form.title}.${endingOf(choices)}`);
  const stream = async (format: Exclude<ExportFormat, 'parquet'>, signal: AbortSignal) => {
    const query = exportQuery(choices, about);
    setTotal(await countOf(query, signal));
    const read = await readExport(query, { format, lines: choices.lines }, { signal, onRows: setRows });
    setDone(read);
    if (read.error === undefined) save(read);
  };
  const onJob = (job: { readonly rows: number; readonly total: number | null }) => {
    setRows(job.rows);
    setTotal(job.total ?? undefined);
  };
  const work = useAction(async () => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setRows(0);
    try {
      const { format } = choices;
      if (format === 'parquet') setFiles(await writeFiles(exportBody(choices, about), { signal, onJob }));
      else await stream(format, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
  const cancel = () => (work.busy ? controller.current?.abort() : onClose());
  return (
    <Dialog
      title={t('exportTitle')}
      wide
      onClose={onClose}
      onSubmit={work.run}
      footer={<Footer {...{ work, done, files }} onSave={save} onCancel={cancel} />}
    >
      {files && <Files files={files} />}
      {!files && work.busy && <Progress rows={rows} total={total} />}
      {!files && !work.busy && done && <Ended done={done} total={total} />}
      {!files && !work.busy && !done && (
        <Choices choices={choices} onChange={changes => setChoices({ ...choices, ...changes })} />
      )}
      <ErrorNote error={work.error} />
    </Dialog>
  );
}

/** Links to the files of an export, of which a large form has several. */
const Files = ({ files }: { readonly files: readonly ExportFile[] }) => (
  <>
    <p role="status">{t('filesReady', { count: files.length })}</p>
    <ul>
      {files.map(({ id, name, url, rows }) => (
        <li key={id}>
          {url ? <a href={url}>{name}</a> : name} {t('rowsOnly', { count: rows })}
        </li>
      ))}
    </ul>
  </>
);

type FooterProps = {
  readonly work: { readonly busy: boolean };
  readonly done: Export | undefined;
  readonly files: readonly ExportFile[] | undefined;
  readonly onSave: (done: Export) => void;
  readonly onCancel: () => void;
};

const Footer = ({ work, done, files, onSave, onCancel }: FooterProps) => (
  <>
    <Button onClick={onCancel}>{files ? t('close') : t('cancel')}</Button>
    {files ? null : done ? (
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
};

function Progress({ rows, total }: ProgressProps) {
  // More responses may have arrived since they were counted.
  const most = total === undefined ? undefined : Math.max(total, rows);
  const told = most === undefined ? t('rowsOnly', { count: rows }) : t('rows', { rows, total: most });
  return (
    <div class="stack">
      <progress class="wide" max={most ?? 1} {...(most !== undefined && { value: rows })} aria-label={t('exporting')} />
      <p role="status">{told}</p>
    </div>
  );
}

type EndedProps = {
  readonly done: Export;
  readonly total: number | undefined;
};

function Ended({ done: { rows, error }, total }: EndedProps) {
  // A workbook arrives whole, or fails.
  if (rows === undefined) return <p role="status">{t('exportDone')}</p>;
  const ofAll = total === undefined ? '?' : formatNumber(total);
  if (error !== undefined) return <Notice tone="red">{t('exportFailed', { rows, total: ofAll })}</Notice>;
  if (total !== undefined && rows < total)
    return <Notice tone="amber">{t('exportEarly', { rows, total: ofAll })}</Notice>;
  return <p role="status">{t('exported', { count: rows })}</p>;
}

type ChoicesProps = {
  readonly choices: ExportChoices;
  readonly onChange: (changes: Partial<ExportChoices>) => void;
};

/** The two decisions, followed by the options that most people leave as they are. */
const Choices = ({ choices, onChange }: ChoicesProps) => (
  <>
    <RadioCards
      legend={t('format')}
      value={choices.format}
      options={[
        { value: 'csv', label: 'CSV', help: t('csvHelp') },
        { value: 'xlsx', label: 'Excel', help: t('xlsxHelp') },
        { value: 'parquet', label: 'Parquet', help: t('parquetHelp') },
        { value: 'json', label: 'JSON', help: t('jsonHelp') },
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
    <details>
      <summary>{t('moreOptions')}</summary>
      <MoreChoices choices={choices} onChange={onChange} />
    </details>
  </>
);

const MoreChoices = ({ choices, onChange }: ChoicesProps) => (
  <div class="stack">
    <RadioCards
      legend={t('columns')}
      value={choices.columns}
      options={[
        choices.format === 'json'
          ? { value: 'usual', label: t('columnsWhole'), help: t('columnsWholeHelp') }
          : { value: 'usual', label: t('columnsUsual'), help: t('columnsUsualHelp') },
        { value: 'shown', label: t('columnsShown'), help: t('columnsShownHelp') },
        { value: 'all', label: t('keepAll'), help: t('keepAllHelp') },
      ]}
      onInput={columns => onChange({ columns })}
    />
    {choices.format !== 'parquet' && <StreamedChoices choices={choices} onChange={onChange} />}
  </div>
);

/** The options that a streamed file has and a Parquet file lacks. */
const StreamedChoices = ({ choices, onChange }: ChoicesProps) => (
  <>
    <div class="columns">
      <ZoneSelect label={t('timezone')} value={choices.timezone} onInput={timezone => onChange({ timezone })} />
      {choices.format !== 'json' && (
        <Select
          label={t('headers')}
          value={choices.headers}
          options={[
            { value: 'label', label: t('headersLabel') },
            { value: 'id', label: t('headersId') },
          ]}
          onInput={headers => onChange({ headers })}
        />
      )}
    </div>
    {choices.format === 'csv' && <CsvChoices choices={choices} onChange={onChange} />}
    {choices.format === 'json' && (
      <Checkbox
        label="JSON Lines"
        help={t('linesHelp')}
        checked={choices.lines}
        onInput={lines => onChange({ lines })}
      />
    )}
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
    <Checkbox label={t('guard')} help={t('guardHelp')} checked={choices.guard} onInput={guard => onChange({ guard })} />
    <Checkbox label={t('bom')} help={t('bomHelp')} checked={choices.bom} onInput={bom => onChange({ bom })} />
  </>
);
