import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { SearchField } from '../../../parts/fields.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { TypeIcon } from '../canvas/type-icon.tsx';
import { useEditor } from '../context.ts';
import { memo } from '../memo.ts';
import type { FieldType } from '../model/draft.ts';
import { t } from '../texts/t.ts';
import { nameOf } from '../wording.ts';
import { Logic } from './logic.tsx';

type OutlineProps = { readonly onChosen: () => void };

/** The pages and questions of the form, or its logic. Each leads to its field. */
export default function Outline({ onChosen }: OutlineProps) {
  const [shown, setShown] = useState<'questions' | 'logic'>('questions');
  const { select, focusOn } = useEditor();
  const go = (id: string) => {
    select(id);
    focusOn(id, 'caret');
    onChosen();
  };
  return (
    <div class="stack">
      <Segments
        legend={t('left_outline')}
        value={shown}
        options={[
          { value: 'questions', label: t('outline_questions') },
          { value: 'logic', label: t('outline_logic') },
        ]}
        onInput={setShown}
      />
      {shown === 'questions' ? <Questions onGo={go} /> : <Logic onGo={go} />}
    </div>
  );
}

function Questions({ onGo }: { onGo: (id: string) => void }) {
  const { draft, faults, selected, keyOf } = useEditor();
  const [query, setQuery] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const latest = useRef(onGo);
  latest.current = onGo;
  const [go] = useState(() => (id: string) => latest.current(id));
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const wanted = query.trim().toLowerCase();
  const found = draft.fields.filter(field => nameOf(field).toLowerCase().includes(wanted));
  if (draft.fields.length === 0) return <p class="help">{t('outlineEmpty')}</p>;
  return (
    <>
      <SearchField label={t('searchOutline')} value={query} onInput={setQuery} />
      <ol class="ed-outline" ref={list}>
        {found.map(field => (
          <Row
            key={keyOf(field.id)}
            id={field.id}
            type={field.type}
            name={nameOf(field)}
            isCurrent={field.id === selected}
            isConditional={field.visibleIf !== undefined}
            isFaulty={faults.some(({ id }) => id === field.id)}
            onGo={go}
          />
        ))}
      </ol>
      {found.length === 0 && <p class="help">{t('outlineNone')}</p>}
    </>
  );
}

type RowProps = {
  readonly id: string;
  readonly type: FieldType;
  readonly name: string;
  readonly isCurrent: boolean;
  readonly isConditional: boolean;
  readonly isFaulty: boolean;
  readonly onGo: (id: string) => void;
};

const Row = memo(({ id, type, name, isCurrent, isConditional, isFaulty, onGo }: RowProps) => (
  <li class={type === 'page' ? 'page' : undefined}>
    <button type="button" aria-current={isCurrent ? 'true' : undefined} onClick={() => onGo(id)}>
      <TypeIcon type={type} />
      <span>{name}</span>
      {isConditional && <Mark icon="eye" text={t('outlineConditional')} />}
      {isFaulty && <Mark icon="alert" text={t('outlineFaulty')} />}
    </button>
  </li>
));

const Mark = ({ icon, text }: { icon: 'eye' | 'alert'; text: string }) => (
  <small title={text}>
    <Icon name={icon} />
    <span class="unseen">{text}</span>
  </small>
);
