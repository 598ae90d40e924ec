import { useSession } from '../../api/session.tsx';
import { PageHead } from '../../parts/page.tsx';
import { TwoFactor } from './two-factor.tsx';
import { t } from './two-factor-texts.ts';

/** For somebody whose organization asks for a second factor. */
export default function Required() {
  const { organization } = useSession();
  return (
    <>
      <PageHead title={t('required')} help={t('requiredHelp', { organization: organization.name })} />
      <TwoFactor />
    </>
  );
}
