import { PageHead, Skeleton } from '../../parts/index.ts';
import { t } from '../../texts/base.ts';

export default function Page() {
  return (
    <>
      <PageHead title={t('settings')} />
      <Skeleton />
    </>
  );
}
