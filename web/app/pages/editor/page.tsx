import { useLoad } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import { Loading } from '../../parts/feedback.tsx';
import type { PageProps } from '../../shell/page-of.tsx';
import { adopt } from '../../styles/adopt.ts';
import type { StoredForm } from './draft/stored-form.ts';
import { readForm } from './draft/stored-form.ts';
import { Editor } from './editor.tsx';
import { ReadOnlyForm } from './preview/read-only-form.tsx';
import cards from './styles/cards.css';
import frame from './styles/frame.css';
import inspector from './styles/inspector.css';
import narrow from './styles/narrow.css';
import panes from './styles/panes.css';

// The order matters: the styles for narrow windows come last.
adopt(frame + cards + inspector + panes + narrow);

export default function Page({ params: { id = '' } }: PageProps) {
  const { can } = useSession();
  const loaded = useLoad<StoredForm>(signal => readForm(id, signal), [id]);
  return (
    <Loading of={loaded} lines={8}>
      {stored => (can('editor') ? <Editor key={stored.form.id} first={stored} /> : <ReadOnlyForm stored={stored} />)}
    </Loading>
  );
}
