import { useLoad } from '../../api/load.ts';
import { useSession } from '../../api/session.tsx';
import type { PageProps } from '../../parts/page-of.tsx';
import { adopt } from '../../styles/adopt.ts';
import { FormLoading } from '../forms/head/form-head.tsx';
import type { StoredForm } from './draft/stored-form.ts';
import { readForm } from './draft/stored-form.ts';
import { Editor } from './editor.tsx';
import { ReadOnlyForm } from './preview/read-only-form.tsx';
import cards from './styles/cards.css';
import frame from './styles/frame.css';
import inspector from './styles/inspector.css';
import narrow from './styles/narrow.css';
import outline from './styles/outline.css';
import panes from './styles/panes.css';

// The order matters: the styles for narrow windows come last.
adopt(frame + cards + inspector + panes + outline + narrow);

export default function Page({ params: { id = '' } }: PageProps) {
  const { can } = useSession();
  const loaded = useLoad<StoredForm>(signal => readForm(id, signal), [id]);
  return (
    <FormLoading
      id={id}
      current="edit"
      of={loaded}
      formOf={({ form }) => form}
      frame={shape => <div class={can('editor') ? 'editor' : undefined}>{shape}</div>}
      shape="sections"
      lines={6}
    >
      {stored => (can('editor') ? <Editor key={stored.form.id} first={stored} /> : <ReadOnlyForm stored={stored} />)}
    </FormLoading>
  );
}
