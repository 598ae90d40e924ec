import { useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/load.ts';
import { useSession } from '../../../api/session.tsx';
import { errorAt } from '../../../parts/error-at.ts';
import { ErrorNote, Section, TextArea, TextField, toast } from '../../../parts/index.ts';
import { SaveActions } from '../../../parts/save-actions.tsx';
import { pageUrl } from './snippets.ts';
import { t } from './texts/t.ts';

type CardProps = { readonly form: Form; readonly onChange: () => void };

/** Edits what networks show where the link is shared. */
export function Card({ form, onChange }: CardProps) {
  const { can } = useSession();
  const { id, title, hostedPage } = form;
  const [description, setDescription] = useState(hostedPage?.description ?? '');
  const [imageUrl, setImageUrl] = useState(hostedPage?.imageUrl ?? '');
  const save = useAction(async () => {
    const card = { description: description.trim() || null, imageUrl: imageUrl.trim() || null };
    await call('PUT /forms/{id}', { params: { id }, body: { hostedPage: card } });
    toast(t('cardSaved'));
    onChange();
  });
  return (
    <Section>
      <details class="share-more">
        <summary>{t('card')}</summary>
        <form
          class="stack"
          onSubmit={event => {
            event.preventDefault();
            return save.run();
          }}
        >
          <p class="help">{t('cardHelp')}</p>
          <div class="share-card">
            <small>{new URL(pageUrl(form)).host}</small>
            <strong>{title}</strong>
            {description && <p>{description}</p>}
          </div>
          {can('editor') && (
            <>
              <TextArea
                label={t('description')}
                rows={2}
                maxLength={300}
                value={description}
                onInput={setDescription}
                error={errorAt(save.error, 'hostedPage.description')}
              />
              <TextField
                type="url"
                label={t('image')}
                help={t('imageHelp')}
                placeholder="https://"
                maxLength={2048}
                value={imageUrl}
                onInput={setImageUrl}
                error={errorAt(save.error, 'hostedPage.imageUrl')}
              />
              <ErrorNote error={save.error} shown={['hostedPage.description', 'hostedPage.imageUrl']} />
              <SaveActions busy={save.busy} />
            </>
          )}
        </form>
      </details>
    </Section>
  );
}
