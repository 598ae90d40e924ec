import { useState } from 'preact/hooks';
import { call } from '../../../api/client.ts';
import { useLoad } from '../../../api/load.ts';
import { Button } from '../../../parts/button.tsx';
import { formatExact } from '../../../texts/format.ts';
import type { Response } from '../response.ts';
import { t } from '../texts/t.ts';
import { LongText } from './long-text.tsx';

type Consent = NonNullable<Response['meta']['consents']>[string];

type ProofProps = { readonly formId: string; readonly consent: Consent };

/** When a consent was given and withdrawn, by whom, and to which text. */
export function ConsentProof({ formId, consent: { textHash, language, at, by, withdrawnAt } }: ProofProps) {
  const [shown, setShown] = useState(false);
  const key = by === 'server' ? 'consentByServer' : 'consentAt';
  return (
    <>
      <p class="help">
        {t(key, { time: formatExact(at) })}
        {language !== undefined && ` · ${t('consentLanguage', { language })}`}
      </p>
      {withdrawnAt !== undefined && <p class="help">{t('consentWithdrawn', { time: formatExact(withdrawnAt) })}</p>}
      <Button size="small" kind="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {t(shown ? 'hideConsentText' : 'showConsentText')}
      </Button>
      {shown && <ConsentText formId={formId} textHash={textHash} />}
    </>
  );
}

function ConsentText({ formId, textHash }: { readonly formId: string; readonly textHash: string }) {
  const { data, error } = useLoad(
    signal => call('GET /forms/{id}/consent-texts', { params: { id: formId }, query: { text_hash: textHash }, signal }),
    [formId, textHash],
  );
  const text = data?.items[0]?.text;
  if (text !== undefined) return <LongText text={text} />;
  return data || error ? <p class="help">{t('consentTextGone')}</p> : null;
}
