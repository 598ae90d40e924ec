import { useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { call } from '../../../api/client.ts';
import { useAction, useLoad } from '../../../api/load.ts';
import { useSession } from '../../../api/session.tsx';
import { Button, Code, ErrorNote, Icon, Loading, Notice, Section, TextField, toast } from '../../../parts/index.ts';
import { Segments } from '../../../parts/segments.tsx';
import type { PageProps } from '../../../shell/page-of.tsx';
import { adopt } from '../../../styles/adopt.ts';
import { setStatus } from '../actions.ts';
import { FormHead } from '../head/form-head.tsx';
import { asksForProof } from './asks-for-proof.ts';
import { FormCode } from './form-code.tsx';
import { plainSnippet } from './plain-snippet.ts';
import css from './share.css';
import {
  curlSnippet,
  embedSnippet,
  iframeSnippet,
  latestSnippet,
  pageUrl,
  popupSnippet,
  reactSnippet,
  slideInSnippet,
  vueSnippet,
} from './snippets.ts';
import { t } from './texts/t.ts';

adopt(css);

export default function SharePage({ params: { id = '' } }: PageProps) {
  const form = useLoad(signal => call('GET /forms/{id}', { params: { id }, signal }), [id]);
  return <Loading of={form}>{shown => <Share form={shown} onChange={form.reload} />}</Loading>;
}

type ShareProps = { readonly form: Form; readonly onChange: () => void };

function Share({ form, onChange }: ShareProps) {
  const { can } = useSession();
  return (
    <>
      <FormHead form={form} current="share" />
      {form.status !== 'live' && (
        <div class="stack page-notice">
          <Notice tone="amber">
            {t('notLive')}
            {can('editor') && (
              <Button size="small" onClick={() => setStatus(form, 'live', onChange)}>
                {t('publish')}
              </Button>
            )}
          </Notice>
        </div>
      )}
      <HostedPage form={form} />
      <Embedded form={form} />
    </>
  );
}

const HostedPage = ({ form }: { form: Form }) => (
  <Section title={t('link')} help={t('linkHelp')}>
    {form.hostedPage?.enabled === false ? (
      <Notice tone="grey">{t('pageOff')}</Notice>
    ) : (
      <div class="hosted">
        <div class="stack">
          <Code text={pageUrl(form)} label={t('link')} />
          <p>
            <a class="button plain" href={pageUrl(form)} target="_blank" rel="noreferrer">
              <Icon name="out" />
              {t('open')}
            </a>
          </p>
        </div>
        <FormCode text={pageUrl(form)} name={form.title} />
      </div>
    )}
  </Section>
);

const ways = {
  pinned: embedSnippet,
  latest: latestSnippet,
  popup: popupSnippet,
  slideIn: slideInSnippet,
  react: reactSnippet,
  vue: vueSnippet,
  iframe: iframeSnippet,
} as const;
type Way = keyof typeof ways;

function Embedded({ form }: { form: Form }) {
  const [key, setKey] = useKey();
  const [way, setWay] = useState<Way>('pinned');
  const shown = key.trim() || 'pk_…';
  const proof = asksForProof(form) && <Notice tone="amber">{t('asksForProof')}</Notice>;
  return (
    <>
      <Section title={t('embed')} help={t('embedHelp')}>
        <div class="stack">
          <KeyField value={key} onChange={setKey} />
          <Segments
            legend={t('embed')}
            value={way}
            options={(Object.keys(ways) as Way[]).map(value => ({ value, label: t(value) }))}
            onInput={setWay}
          />
          <Code text={ways[way](form, shown)} label={t(way)} />
          <p class="help">{t(`${way}Help`)}</p>
        </div>
      </Section>
      <Section title={t('curl')}>
        <div class="stack">
          {proof}
          <Code text={curlSnippet(form, shown)} label={t('curl')} />
        </div>
      </Section>
      <Section title={t('plain')} help={t('plainHelp')}>
        <div class="stack">
          {proof}
          <Code text={plainSnippet(form, shown)} label={t('plain')} />
        </div>
      </Section>
    </>
  );
}

/** Publishable keys are shown once, and no secret: this browser keeps the one of each environment. */
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
