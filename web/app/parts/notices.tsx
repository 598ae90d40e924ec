import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import type { Question } from './confirm.tsx';
import { partOf } from './page-of.tsx';

/** Loaded with the first question, because questions are rare. */
const Confirm = partOf(() => import('./confirm.tsx'));

type Toast = { readonly id: number; readonly text: ComponentChildren; readonly undo?: () => void };

let showToast: (toast: Omit<Toast, 'id'>) => void = () => {};
let ask: (question: Question) => void = () => {};

/** Shows for some seconds what happened, with a way to undo it. */
export const toast = (text: ComponentChildren, undo?: () => void): void => showToast({ text, ...(undo && { undo }) });

/** Asks before an action that can't be undone. */
export const confirm = (question: Question): void => ask(question);

/** The place for toasts and questions. A page has one. */
export function Notices() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    let count = 0;
    const drop = (id: number) => setToasts(all => all.filter(one => one.id !== id));
    showToast = shown => {
      count += 1;
      const id = count;
      setToasts(all => [...all.slice(-2), { ...shown, id }]);
      setTimeout(drop, shown.undo ? 10_000 : 5000, id);
    };
    ask = setQuestion;
  }, []);
  return (
    <>
      <div class="toasts" role="status">
        {toasts.map(({ id, text, undo }) => (
          <div key={id} class="toast">
            <span>{text}</span>
            {undo && (
              <Button
                size="small"
                kind="quiet"
                onClick={() => {
                  setToasts(all => all.filter(one => one.id !== id));
                  undo();
                }}
              >
                {t('undo')}
              </Button>
            )}
          </div>
        ))}
      </div>
      {question && <Confirm question={question} onClose={() => setQuestion(undefined)} />}
    </>
  );
}
