import { useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/load.ts';
import { useSession } from '../../../api/session.tsx';
import { errorAt } from '../../../parts/error-at.ts';
import { Button, Code, ErrorNote, Icon, Section, TextField, toast } from '../../../parts/index.ts';
import { FormCode } from './form-code.tsx';
import { pageUrl } from './snippets.ts';
import { t } from './texts/t.ts';

type LinkProps = { readonly form: Form; readonly onChange: () => void };

/** The address of the hosted page, to copy, email, print or change. */
export function LinkPart({ form, onChange }: LinkProps) {
  const { can } = useSession();
  const url = pageUrl(form);
  const mail = `mailto:?subject=${encodeURIComponent(form.title)}&body=${encodeURIComponent(url)}`;
  return (
    <Section title={t('link')} help={t('linkHelp')}>
      <div class="hosted">
        <div class="stack">
          <Code text={url} label={t('link')} />
          <div class="actions">
            <a class="button plain" href={url} target="_blank" rel="noreferrer">
              <Icon name="out" />
              {t('open')}
            </a>
            <a class="button plain" href={mail}>
              <Icon name="share" />
              {t('mail')}
            </a>
          </div>
          {can('editor') && <Address key={form.slug} form={form} onChange={onChange} />}
        </div>
        <FormCode text={url} name={form.title} />
      </div>
    </Section>
  );
}

/** Suggests an address made from the title, if the title has letters for one. */
const suggested = (title: string): string => {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g);
  return (words ?? []).join('-').slice(0, 50).replace(/-$/, '');
};

function Address({ form, onChange }: LinkProps) {
  const { id, title, slug = '' } = form;
  const [text, setText] = useState(slug);
  const save = useAction(async () => {
    await call('PUT /forms/{id}', { params: { id }, body: { slug: text.trim() || null } });
    toast(t('addressSaved'));
    onChange();
  });
  const fault = errorAt(save.error, 'slug');
  return (
    <form
      class="stack"
      onSubmit={event => {
        event.preventDefault();
        return save.run();
      }}
    >
      <div class="with-key">
        <TextField
          label={t('address')}
          help={t('addressHelp')}
          placeholder={suggested(title) || 'summer-party'}
          spellcheck={false}
          autocomplete="off"
          maxLength={63}
          value={text}
          onInput={next => setText(next.toLowerCase().replace(/\s+/g, '-'))}
          error={fault}
        />
        <Button type="submit" busy={save.busy} disabled={text.trim() === slug}>
          {t('saveAddress')}
        </Button>
      </div>
      {!fault && <ErrorNote error={save.error} />}
    </form>
  );
}
