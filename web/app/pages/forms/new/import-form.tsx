import { useId, useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/load.ts';
import type { Input, Output } from '../../../api/operations.ts';
import { Button } from '../../../parts/button.tsx';
import { errorAt } from '../../../parts/error-at.ts';
import { ErrorNote, Notice } from '../../../parts/feedback.tsx';
import { Select } from '../../../parts/fields.tsx';
import { useGo } from '../../../parts/link.tsx';
import { TextArea } from '../../../parts/more-fields.tsx';
import { toast } from '../../../parts/notices.tsx';
import { Section } from '../../../parts/page.tsx';
import { FormPreview } from './form-preview.tsx';
import { t } from './texts/t.ts';

type Format = Input<'POST /forms/import'>['body']['format'];
type ImportedForm = Output<'POST /forms/import'>;

const formats = ['formline', 'html', 'typeform', 'google', 'surveyjs', 'jsonschema'] as const satisfies Format[];
const bytesMax = 256 * 1024;

const helpOf = (format: Format): string => t(`${format}Help`);

/** Imports a form from another service. Shows the form, and what can't be imported, before creating it. */
export function ImportForm() {
  const [format, setFormat] = useState<Format>('formline');
  const [source, setSource] = useState('');
  const [found, setFound] = useState<ImportedForm>();
  const go = useGo();
  const check = useAction(async () =>
    setFound(await call('POST /forms/import', { body: { format, source, dryRun: true } })),
  );
  const make = useAction(async () => {
    const { form } = await call('POST /forms/import', { body: { format, source } });
    toast(t('made'));
    go(`/forms/${(form as Form).id}/edit`);
  });
  const change = (next: string) => {
    setSource(next);
    setFound(undefined);
  };
  return (
    <div class="stack">
      <Section>
        <form
          class="stack"
          noValidate
          onSubmit={event => {
            event.preventDefault();
            return check.run();
          }}
        >
          <Select
            label={t('format')}
            help={helpOf(format)}
            value={format}
            options={formats.map(value => ({ value, label: t(value) }))}
            onInput={next => {
              setFormat(next);
              setFound(undefined);
            }}
          />
          <TextArea
            label={t('source')}
            rows={10}
            spellcheck={false}
            class="source"
            value={source}
            onInput={change}
            error={errorAt(check.error, 'source')}
          />
          <FromFile onText={change} />
          <ErrorNote error={check.error} shown={['source']} />
          <div class="actions">
            <Button type="submit" kind={found ? 'plain' : 'primary'} busy={check.busy} disabled={!source.trim()}>
              {t('check')}
            </Button>
          </div>
        </form>
      </Section>
      {found && <Found found={found} />}
      <ErrorNote error={make.error} />
      {found && (
        <div class="actions">
          <Button kind="primary" busy={make.busy} onClick={make.run}>
            {t('make')}
          </Button>
        </div>
      )}
    </div>
  );
}

const Found = ({ found: { form, warnings } }: { found: ImportedForm }) => (
  <>
    <div role="status">
      {warnings.length > 0 ? (
        <Notice tone="amber">
          <strong>{t('warnings', { count: warnings.length })}</strong>
          <ul>
            {warnings.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <code>{path}</code> <span lang="en">{message}</span>
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Notice tone="green">{t('looksGood')}</Notice>
      )}
    </div>
    <FormPreview form={form as Form} />
  </>
);

function FromFile({ onText }: { onText: (text: string) => void }) {
  const id = useId();
  const [isTooLarge, setTooLarge] = useState(false);
  const take = async ({ currentTarget: { files } }: { currentTarget: HTMLInputElement }) => {
    const file = files?.[0];
    if (!file) return;
    setTooLarge(file.size > bytesMax);
    if (file.size <= bytesMax) onText(await file.text());
  };
  return (
    <div class="field">
      <label for={id}>{t('chooseFile')}</label>
      <input
        type="file"
        id={id}
        accept=".json,.html,.htm,.txt,application/json,text/html"
        aria-describedby={isTooLarge ? `${id}-error` : undefined}
        onChange={take}
      />
      {isTooLarge && (
        <p class="error" id={`${id}-error`}>
          {t('tooLarge')}
        </p>
      )}
    </div>
  );
}
