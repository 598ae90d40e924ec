import type { ComponentChildren } from 'preact';
import { apiUrl } from '../../api/base.ts';
import { t } from './texts/t.ts';

/** The single sign-on providers, which the page was served with. */
const providers: readonly { readonly id: string; readonly name: string }[] = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=providers]')?.content || '[]',
);

type ProviderLinksProps = {
  readonly next: string;
  /** The target of the links: `_blank` if the page must stay. */
  readonly target?: string;
  /** The content after the links. */
  readonly children?: ComponentChildren;
};

/** A sign-in link for each provider, which leads back to the requested page. */
export const ProviderLinks = ({ next, target, children }: ProviderLinksProps) =>
  providers.length > 0 ? (
    <>
      <p class="or">{t('or')}</p>
      {providers.map(({ id, name }) => (
        <a
          key={id}
          class="button plain"
          target={target}
          href={`${apiUrl}auth/oidc/${id}?next=${encodeURIComponent(next)}`}
        >
          {t('signInBy', { name })}
        </a>
      ))}
      {children}
    </>
  ) : null;
