import { useEditor } from '../context.ts';
import type { Condition, Draft, Field, Formula } from '../model/draft.ts';
import { namingsOf } from '../model/references.ts';
import { t } from '../texts/t.ts';
import { conditionInWords, formulaInWords, nameOf } from '../wording.ts';

/** Everything in the form that depends on answers: which fields are conditional, and where each one leads. */
export function Logic({ onGo }: { onGo: (id: string) => void }) {
  const { draft } = useEditor();
  const rows = draft.fields
    .map(field => ({ field, lines: linesOf(field, draft) }))
    .filter(({ lines }) => lines.length > 0);
  const endings = draft.endings ?? [];
  if (rows.length + endings.length === 0) return <p class="help">{t('logicNone')}</p>;
  return (
    <ol class="ed-flow">
      {rows.map(({ field, lines }) => (
        <li key={field.id}>
          <button type="button" class="ed-link" onClick={() => onGo(field.id)}>
            {nameOf(field)}
          </button>
          {lines.map(line => (
            <p key={line}>{line}</p>
          ))}
        </li>
      ))}
      {endings.map(ending => (
        <li key={ending.id}>
          <b>{t('logicEnding', { name: ending.text ?? ending.redirectUrl ?? ending.id })}</b>
          <p>{t('shownIf', { condition: conditionInWords(ending.if as Condition, draft.fields) })}</p>
        </li>
      ))}
    </ol>
  );
}

function linesOf(field: Field, { fields }: Draft): string[] {
  const { visibleIf, requiredIf, compute } = field;
  const inWords = (condition: object) => conditionInWords(condition as Condition, fields);
  const named = new Set(namingsOf(fields, field.id).map(({ id }) => id));
  const names = fields.filter(({ id }) => named.has(id)).map(nameOf);
  return [
    ...(visibleIf ? [t('shownIf', { condition: inWords(visibleIf) })] : []),
    ...(requiredIf ? [t('requiredIfMark', { condition: inWords(requiredIf) })] : []),
    ...(compute ? [`= ${formulaInWords(compute as Formula, fields)}`] : []),
    ...(names.length > 0 ? [t('leadsTo', { names: names.join(', ') })] : []),
  ];
}
