import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hasWords } from '../../../../shared/domain/text/has-words.ts';
import { adopt } from '../../styles/adopt.ts';
import { t as base } from '../../texts/t.ts';
import { type Common, Field, type Option } from '../fields.tsx';
import { placeBelow } from '../menu.tsx';
import css from './search-select.css';
import { t } from './texts/t.ts';

adopt(css);

const shownMax = 50;

type ListProps = {
  readonly value: string;
  /** Those loaded so far. */
  readonly options: readonly Option<string>[];
  readonly onInput: (value: string) => void;
  /** Called with the text typed, or with `undefined` when the list closes. */
  readonly onSearch?: (search: string | undefined) => void;
};

type SearchSelectProps = Common &
  ListProps & {
    /** Whether more options are being loaded. */
    readonly isLoading?: boolean;
    readonly disabled?: boolean;
  };

/** A select that finds its options by the words typed. Arrow keys move, Enter selects, and Escape closes the list. */
export const SearchSelect = ({ label, hideLabel, help, error, ...rest }: SearchSelectProps) => (
  <Field label={label} hideLabel={hideLabel ?? false} help={help} error={error}>
    {described => <Combobox label={label} described={described} {...rest} />}
  </Field>
);

/** The list of found options: the text typed, if the list is open, and the selected option. */
function useFound({ value, options, onInput, onSearch }: ListProps) {
  const [search, setSearch] = useState<string>();
  const [at, setAt] = useState(0);
  const found = options.filter(({ label }) => hasWords(label, search ?? '')).slice(0, shownMax);
  const index = Math.min(at, found.length - 1);
  const show = (text: string | undefined) => {
    setSearch(text);
    onSearch?.(text);
    setAt(
      text
        ? 0
        : Math.max(
            options.findIndex(option => option.value === value),
            0,
          ),
    );
  };
  const choose = (option: Option<string> | undefined) => {
    show(undefined);
    if (option && option.value !== value) onInput(option.value);
  };
  const move = (step: number) => found.length > 0 && setAt((index + step + found.length) % found.length);
  return { search, isOpen: search !== undefined, found, index, show, choose, move };
}

/** Returns what a key does, if it does something. */
function actionOf(key: string, { isOpen, found, index, show, choose, move }: ReturnType<typeof useFound>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!isOpen) return step && (() => show(''));
  if (step) return () => move(step);
  if (key === 'Enter') return () => choose(found[index]);
  return key === 'Escape' ? () => show(undefined) : undefined;
}

type ComboboxProps = Omit<SearchSelectProps, keyof Common> & {
  readonly label: string;
  readonly described: { readonly id: string };
};

function Combobox({ label, described, isLoading, disabled, ...rest }: ComboboxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const state = useFound(rest);
  const { search, isOpen, found, index, show, choose } = state;
  const chosen = rest.options.find(({ value }) => value === rest.value)?.label ?? rest.value;
  usePlace(isOpen, input, list);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, index, search]);
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actionOf(event.key, state);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <>
      <input
        {...described}
        ref={input}
        class="search-select"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={found[index] && isOpen ? `${id}-${index}` : undefined}
        autocomplete="off"
        spellcheck={false}
        disabled={disabled}
        value={search ?? chosen}
        placeholder={chosen}
        onClick={() => !isOpen && show('')}
        onInput={event => show(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => isOpen && show(undefined)}
      />
      <div ref={list} id={id} popover="manual" role="listbox" class="menu options" aria-label={label}>
        {isOpen &&
          found.map((option, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
            <div
              key={option.value}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === index}
              onMouseDown={event => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <span>{option.label}</span>
            </div>
          ))}
      </div>
      <p class={isOpen && found.length === 0 ? 'help' : 'unseen'} role="status">
        {isOpen && statusOf(found.length, isLoading)}
      </p>
    </>
  );
}

function statusOf(count: number, isLoading: boolean | undefined): string {
  if (isLoading) return base('loading');
  return count > 0 ? t('found', { count }) : t('none');
}

type ElementRef = { readonly current: HTMLElement | null };

/** Shows the open list below its input, also when the page scrolls or parts of it load, and when fewer options fit. */
function usePlace(isOpen: boolean, input: ElementRef, list: ElementRef): void {
  useLayoutEffect(() => {
    if (!isOpen || !list.current || !input.current) return;
    const [popover, control] = [list.current, input.current];
    const place = () => placeBelow(control, popover);
    popover.style.minInlineSize = `${control.offsetWidth}px`;
    popover.showPopover();
    // It calls once when it begins.
    const resized = new ResizeObserver(place);
    for (const element of [document.body, popover]) resized.observe(element);
    addEventListener('scroll', place, true);
    return () => {
      resized.disconnect();
      removeEventListener('scroll', place, true);
      popover.hidePopover();
    };
  }, [isOpen]);
}
