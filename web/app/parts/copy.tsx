import { useState } from 'preact/hooks';
import { adopt } from '../styles/adopt.ts';
import { t } from '../texts/t.ts';
import { Button } from './button.tsx';
import css from './copy.css';

/** Copies a text, then shows that it was copied. */
export function CopyButton({ text, label, bare }: { text: string; label?: string; bare?: boolean }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(setCopied, 2000, false);
  };
  const shown = copied ? t('copied') : (label ?? t('copy'));
  return (
    <Button
      size="small"
      icon={copied ? 'check' : 'copy'}
      onClick={copy}
      aria-live="polite"
      {...(bare && { label: shown })}
    >
      {bare ? undefined : shown}
    </Button>
  );
}

/** A text to copy unchanged, such as a snippet, a key or an address. */
export function Code({ text, label }: { text: string; label: string }) {
  adopt(css);
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <CopyButton text={text} />
    </div>
  );
}
