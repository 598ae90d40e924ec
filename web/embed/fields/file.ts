import { fill } from '../../../shared/domain/wording/template.ts';
import { button, h } from '../dom.ts';
import type { Answer, Field } from '../schema.ts';
import type { Control, Host } from './control.ts';
import { UnfitFile, upload } from './uploads.ts';

type FileRow = { readonly row: HTMLElement; readonly abort: AbortController; fileId?: string };

/** A file input. It uploads each file as soon as it is chosen, and shows its progress. */
export function fileControl(field: Field, host: Host, changed: () => void): Control {
  const { texts, lang } = host;
  const { accept, maxFiles = 1 } = field.validate ?? {};
  const several = maxFiles > 1;
  const input = h('input', { type: 'file', multiple: several, accept: accept?.join(','), part: 'input' });
  const list = h('ul', { class: 'files' });
  let entries: FileRow[] = [];

  const remove = (entry: FileRow) => {
    entry.abort.abort();
    entry.row.remove();
    entries = entries.filter(other => other !== entry);
    changed();
  };
  const add = (name: string, fileId?: string): { entry: FileRow; state: HTMLElement } => {
    const state = h('span', { class: 'state', role: 'status' });
    const away = button('link', '✕', () => {
      remove(entry);
      input.focus();
    });
    away.setAttribute('aria-label', fill(texts.remove, lang, [name]));
    const row = h('li', {}, h('span', { class: 'name' }, name), state, away);
    const entry: FileRow = { row, abort: new AbortController(), fileId };
    entries.push(entry);
    list.append(entry.row);
    return { entry, state };
  };
  const failureOf = (error: unknown, { name }: File, again: Node): Node[] => {
    const words = error instanceof Error ? error.message : fill(texts.upload, lang, [name]);
    return [h('span', { class: 'error' }, words), ...(error instanceof UnfitFile ? [] : [again])];
  };
  const send = async (file: File) => {
    const { entry, state } = add(file.name);
    const bar = h('progress', { max: 1, value: 0, 'aria-label': file.name });
    state.replaceChildren(`${texts.uploading} `, bar);
    try {
      const onProgress = (part: number) => {
        bar.value = part;
      };
      entry.fileId = await upload(host, field, file, onProgress, entry.abort.signal);
      // What cannot be enumerated is not kept in the tab.
      Object.defineProperty(host.fileNames, entry.fileId, { value: file.name, enumerable: !field.unsaved });
      state.replaceChildren(`✓ ${texts.uploaded}`);
      changed();
    } catch (error) {
      if (entry.abort.signal.aborted) return;
      const again = button('link', texts.retry, () => {
        remove(entry);
        host.busy(send(file));
      });
      state.replaceChildren(...failureOf(error, file, again));
    }
  };
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.value = '';
    if (!several) for (const entry of [...entries]) remove(entry);
    for (const file of files) host.busy(send(file));
  });
  return {
    nodes: [input, list],
    inputs: [input],
    read: () => answerOf(entries, several),
    write: answer => {
      for (const entry of [...entries]) remove(entry);
      for (const id of [answer].flat()) {
        if (typeof id === 'string') add(host.fileNames[id] ?? '…', id).state.replaceChildren(`✓ ${texts.uploaded}`);
      }
    },
  };
}

function answerOf(entries: readonly FileRow[], several: boolean): Answer | undefined {
  const ids = entries.flatMap(({ fileId }) => fileId ?? []);
  if (ids.length === 0) return undefined;
  return several ? ids : ids[0];
}
