import { apiUrl } from '../../api/base.ts';
import { t } from './texts.ts';

/** Those of single sign-on, which the page was served with. */
const providers: readonly { readonly id: string; readonly name: string }[] = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=providers]')?.content || '[]',
);

/** A way to sign in by each provider, to the page that was asked for. */
export const ProviderLinks = ({ next }: { next: string }) => (
  <>
    {providers.length > 0 && <p class="or">{t('or')}</p>}
    {providers.map(({ id, name }) => (
      <a key={id} class="button plain" href={`${apiUrl}auth/oidc/${id}?next=${encodeURIComponent(next)}`}>
        {t('signInBy', { name })}
      </a>
    ))}
  </>
);
