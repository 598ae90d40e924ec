import { partOf } from '../../parts/page-of.tsx';
import { Canvas } from './canvas/canvas.tsx';
import { Palette } from './canvas/palette.tsx';
import { useEditor } from './context.ts';
import { Inspector } from './inspector/inspector.tsx';
import { Bar, type LeftPaneName, LeftTabs, Pane } from './panes.tsx';
import { Preview } from './preview/preview.tsx';
import { t } from './texts/t.ts';
import { type EditorView, isPreviewing, type SetView, withoutPreview } from './use-view.ts';

const Outline = partOf(() => import('./outline/outline.tsx'));
const Design = partOf(() => import('./design/design.tsx'));
const Languages = partOf(async () => ({ default: (await import('./languages.tsx')).Languages }));
const Translation = partOf(async () => ({ default: (await import('./languages.tsx')).Translation }));

type BodyProps = { readonly view: EditorView; readonly setView: SetView };

/** The form, with the panes beside it. */
export function EditorBody({ view, setView }: BodyProps) {
  const { draft, selected, select, keyOf } = useEditor();
  const { pane, language } = view;
  const preview = isPreviewing(view);
  const closePane = () => setView({ pane: undefined });
  return (
    <>
      <div class={`ed-panes ${preview ? 'previewed' : ''}`}>
        <LeftPane view={view} setView={setView} />
        {language === undefined ? (
          <Canvas
            inserting={view.inserting}
            onInsert={inserting => setView({ inserting })}
            onSettings={() => setView({ pane: 'inspector' })}
          />
        ) : (
          <Translation language={language} onClose={() => setView({ language: undefined })} />
        )}
        {preview && (
          <div class={`ed-pane preview ${pane === 'preview' ? 'open' : ''}`}>
            <Preview
              draft={draft}
              chosen={{ id: selected, choose: select }}
              onClose={() => setView(withoutPreview(view))}
            />
          </div>
        )}
        <Pane
          name="inspector"
          label={t('field')}
          open={pane === 'inspector'}
          shown={selected && keyOf(selected)}
          onClose={closePane}
        >
          <Inspector />
        </Pane>
      </div>
      <Bar
        canEdit={selected !== undefined}
        onPane={(next, left) =>
          setView({ pane: next, ...(left && { left }), ...(next === 'preview' && { preview: true }) })
        }
      />
    </>
  );
}

function LeftPane({ view: { pane, left, language }, setView }: Pick<BodyProps, 'view' | 'setView'>) {
  const choose = (next: LeftPaneName) =>
    setView({
      left: next,
      ...(next === 'fields' && { language: undefined }),
    });
  const close = () => setView({ pane: undefined });
  return (
    <Pane
      name="left"
      label={t('parts')}
      open={pane === 'left'}
      shown={left}
      onClose={close}
      head={<LeftTabs left={left} onLeft={choose} />}
    >
      {left === 'fields' && <Palette onAdded={close} />}
      {left === 'outline' && <Outline onChosen={() => setView({ pane: undefined, language: undefined })} />}
      {left === 'design' && <Design />}
      {left === 'languages' && (
        <Languages current={language} onChoose={next => setView({ language: next, pane: undefined })} />
      )}
    </Pane>
  );
}
