import { useState } from 'preact/hooks';
import { type IntegrationType, integrationTypes } from '../../../../shared/contracts/receivers/integration-types.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/load.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { errorAt } from '../../parts/error-at.ts';
import { ErrorNote } from '../../parts/feedback.tsx';
import { useGo } from '../../parts/link.tsx';
import { RadioCards } from '../../parts/radio-cards.tsx';
import { DialogButtons, FormChoice } from '../receivers/receiver-parts.tsx';
import { t } from '../receivers/texts/t.ts';
import { ConfigFields, configOf, shownFields, valuesOf } from './config-fields.tsx';

export function NewIntegration({ onClose }: { onClose: () => void }) {
  const go = useGo();
  const [type, setType] = useState<IntegrationType>('slack');
  const [formId, setFormId] = useState('');
  const [values, setValues] = useState(valuesOf());
  const create = useAction(async () => {
    const { id } = await call('POST /integrations', {
      body: { type, formId: formId || null, config: configOf(type, values) },
    });
    go(`/integrations/${id}`);
  });
  return (
    <Dialog
      title={t('newIntegration')}
      onClose={onClose}
      onSubmit={create.run}
      footer={<DialogButtons busy={create.busy} onClose={onClose} text={t('create')} />}
    >
      <div class="stack">
        <RadioCards
          legend={t('type')}
          value={type}
          onInput={next => {
            setType(next);
            create.clear();
          }}
          options={integrationTypes.map(value => ({ value, label: t(value), help: t(`${value}Help`) }))}
        />
        <ConfigFields
          type={type}
          values={values}
          onInput={change => setValues({ ...values, ...change })}
          error={create.error}
        />
        <FormChoice value={formId} onInput={setFormId} error={errorAt(create.error, 'formId')} />
        <ErrorNote error={create.error} shown={shownFields} />
      </div>
    </Dialog>
  );
}
