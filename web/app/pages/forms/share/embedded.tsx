import { useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/load.ts';
import { useSession } from '../../../api/session.tsx';
import { Button, Checkbox, Code, ErrorNote, Notice, Section, TextField, toast } from '../../../parts/index.ts';
import { Segments } from '../../../parts/segments.tsx';
import { asksForProof } from './asks-for-proof.ts';
import { plainSnippet } from './plain-snippet.ts';
import {
  curlSnippet,
  embedSnippet,
  fullPageSnippet,
  iframeSnippet,
  latestSnippet,
  popupSnippet,
  reactSnippet,
  type SharedForm,
  slideInSnippet,
  vueSnippet,
} from './snippets.ts';
import { t } from './texts/t.ts';

type Snippet = (form: SharedForm, key: string) => string;

const kinds = {
  inline: latestSnippet,
  popup: popupSnippet,
  slideIn: slideInSnippet,
  fullPage: fullPageSnippet,
} as const;
const code = {
  ...{ react: reactSnippet, vue: vueSnippet, iframe: iframeSnippet },
  ...{ plain: plainSnippet, curl: curlSnippet },
} as const;

/** The ways to add the form to a website: by kind for everyone, and by technique for developers. */
export function Embedded({ form }: { form: Form }) {
  const [key, setKey] = useKey();
  const [kind, setKind] = useState<keyof typeof kinds>('inline');
  const [technique, setTechnique] = useState<keyof typeof code>('react');
  const [isPinned, setPinned] = useState(false);
  const shown = key.trim() || 'pk_…';
  const snippet: Snippet = kind === 'inline' && isPinned ? embedSnippet : kinds[kind];
  const isUnproved = technique === 'plain' || technique === 'curl';
  return (
    <>
      <Section title={t('embed')} help={t('embedHelp')}>
        <div class="stack">
          <KeyField value={key} onChange={setKey} />
          <Segments
            legend={t('embed')}
            value={kind}
            options={(Object.keys(kinds) as (keyof typeof kinds)[]).map(value => ({ value, label: t(value) }))}
            onInput={setKind}
          />
          <Code text={snippet(form, shown)} label={t(kind)} />
          <p class="help">{t(`${kind}Help`)}</p>
          {kind === 'inline' && (
            <Checkbox label={t('pinned')} help={t('pinnedHelp')} checked={isPinned} onInput={setPinned} />
          )}
        </div>
      </Section>
      <Section title={t('developers')}>
        <div class="stack">
          <Segments
            legend={t('developers')}
            value={technique}
            options={(Object.keys(code) as (keyof typeof code)[]).map(value => ({ value, label: t(value) }))}
            onInput={setTechnique}
          />
          {isUnproved && asksForProof(form) && <Notice tone="amber">{t('asksForProof')}</Notice>}
          <Code text={code[technique](form, shown)} label={t(technique)} />
          <p class="help">{t(`${technique}Help`)}</p>
        </div>
      </Section>
    </>
  );
}

/**
 * Keeps the publishable key of each environment in this browser. The service shows a key only once, and a publishable
 * one is not secret.
 */
function useKey(): [key: string, set: (key: string) => void] {
  const { organization, environment } = useSession();
  const place = `formline.key.${organization.id}.${environment}`;
  const [key, setKey] = useState(localStorage.getItem(place) ?? '');
  const set = (next: string) => {
    localStorage.setItem(place, next);
    setKey(next);
  };
  return [key, set];
}

function KeyField({ value, onChange }: { value: string; onChange: (key: string) => void }) {
  const { can, environment } = useSession();
  const make = useAction(async () => {
    const { key } = await call('POST /api-keys', { body: { type: 'publishable', environment, name: t('keyName') } });
    onChange(key);
    toast(t('keyMade'));
  });
  return (
    <>
      <div class="with-key">
        <TextField
          label={t('key')}
          help={can('admin') ? t('keyHelp') : t('askAdmin')}
          placeholder="pk_…"
          spellcheck={false}
          autocomplete="off"
          value={value}
          onInput={onChange}
        />
        {can('admin') && !value && (
          <Button icon="key" busy={make.busy} onClick={make.run}>
            {t('makeKey')}
          </Button>
        )}
      </div>
      <ErrorNote error={make.error} />
    </>
  );
}
