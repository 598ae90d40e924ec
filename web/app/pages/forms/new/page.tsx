import { useState } from 'preact/hooks';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/load.ts';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { Select } from '../../../parts/fields.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useGo } from '../../../parts/link.tsx';
import { PageHead } from '../../../parts/page.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { adopt } from '../../../styles/adopt.ts';
import { ImportForm } from './import-form.tsx';
import css from './new.css';
import { type RetentionChoice, retentionChoices, retentionFor } from './retention-by-default.ts';
import { protectedByDefault } from './spam-by-default.ts';
import { Templates } from './templates.tsx';
import { t } from './texts/t.ts';

adopt(css);

const ways = ['template', 'import'] as const;

export default function NewFormPage() {
  const [way, setWay] = useState<(typeof ways)[number]>('template');
  const [keptFor, setKeptFor] = useState<RetentionChoice>('12 months');
  return (
    <>
      <PageHead title={t('title')} help={t('help')} back={{ to: '/forms', label: t('forms') }} />
      <div class="begin">
        <Segments
          legend={t('how')}
          value={way}
          options={ways.map(value => ({ value, label: t(value) }))}
          onInput={setWay}
        />
        {way === 'template' && (
          <Select
            label={t('keepFor')}
            help={t('keepForHelp')}
            value={keptFor}
            options={retentionChoices.map(value => ({ value, label: t(value) }))}
            onInput={setKeptFor}
          />
        )}
      </div>
      {way === 'import' ? <ImportForm /> : <Templates first={<Blank keptFor={keptFor} />} keptFor={keptFor} />}
    </>
  );
}

function Blank({ keptFor }: { readonly keptFor: RetentionChoice }) {
  const go = useGo();
  const begin = useAction(async () => {
    const { id } = await call('POST /forms', {
      body: {
        title: t('untitled'),
        fields: [],
        spamProtection: protectedByDefault(),
        retention: retentionFor(keptFor),
      },
    });
    go(`/forms/${id}/edit`);
  });
  return (
    <>
      <button type="button" class="template" onClick={begin.run} aria-busy={begin.busy}>
        <Icon name="plus" />
        <strong>{t('blank')}</strong>
        <small>{t('blankHelp')}</small>
      </button>
      <ErrorNote error={begin.error} />
    </>
  );
}
