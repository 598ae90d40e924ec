import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts/t.ts';

export function Offline() {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return <div role="status">{!online && <p class="notice amber">{t('offlineNow')}</p>}</div>;
}
