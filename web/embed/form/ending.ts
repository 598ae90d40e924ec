import { endingOf } from '../../../shared/domain/forms/endings.ts';
import { h } from '../dom.ts';
import { markdown } from '../markdown.ts';
import type { Answers, Schema } from '../schema.ts';

/** Returns what a form shows or opens after these answers. Without `nodes`, it shows the usual thanks. */
export function endingView(schema: Schema, answers: Answers): { nodes?: Node[]; redirectUrl?: string | undefined } {
  const { text, redirectUrl } = endingOf(schema, answers);
  if (!text) return { redirectUrl };
  return { nodes: [h('div', { dir: 'auto', lang: schema.language }, ...markdown(text))], redirectUrl };
}
