import { useId, useRef, useState } from 'preact/hooks';
import type { Theme } from '../../../../../../shared/domain/forms/theme.ts';
import { apiUrl } from '../../../../api/base.ts';
import { Button } from '../../../../parts/button.tsx';
import { messageOf } from '../../../../parts/feedback.tsx';
import { TextField } from '../../../../parts/fields.tsx';
import { adopt } from '../../../../styles/adopt.ts';
import { useEditor } from '../../context.ts';
import styles from './picture.css';
import { t } from './texts/t.ts';
import { ImageError, uploadImage } from './upload-image.ts';

adopt(styles);

type Shown = NonNullable<Theme['logo']>;

type PictureProps = {
  readonly name: 'logo' | 'cover';
  readonly value: Shown | undefined;
  /** `of` names the input that the user types into. */
  readonly onInput: (value: Shown | undefined, of?: string) => void;
};

/** Edits the logo or the cover: chosen, dropped or pasted, described, replaced and removed. */
export function Picture({ name, value, onInput }: PictureProps) {
  const { settle, say } = useEditor();
  const [isOver, setOver] = useState(false);
  const latest = useRef(value);
  latest.current = value;
  const id = useId();
  const { take, isBusy, error } = useUpload(image => {
    onInput({ ...latest.current, image });
    say(t('pictureAdded', { name: t(name) }));
  });
  const takeFrom = (event: Event, data: DataTransfer | null) => {
    setOver(false);
    const [file] = data?.files ?? [];
    if (!file) return;
    event.preventDefault();
    void take(file);
  };
  return (
    <fieldset
      class={`ed-picture ${isOver ? 'over' : ''}`}
      aria-describedby={`${id}-help`}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => takeFrom(event, event.dataTransfer)}
      onPaste={event => takeFrom(event, event.clipboardData)}
    >
      <legend>{t(name)}</legend>
      {value && <img class={`ed-${name}`} src={`${apiUrl}images/${value.image}`} alt="" />}
      <Actions {...{ name, isBusy }} hasValue={value !== undefined} onFile={take} onRemove={() => onInput(undefined)} />
      <p class="help" id={`${id}-help`}>
        {t('pictureHelp')}
      </p>
      {error !== undefined && (
        <p class="error" role="alert">
          {error instanceof ImageError ? t(error.problem) : messageOf(error)}
        </p>
      )}
      {value && (
        <TextField
          label={t(`${name}Alt`)}
          help={t('pictureAltHelp')}
          maxLength={300}
          value={value.alt ?? ''}
          onInput={alt => onInput(alt ? { ...value, alt } : { image: value.image }, `${name}Alt`)}
          onBlur={settle}
        />
      )}
    </fieldset>
  );
}

/** Uploads one file at a time. */
function useUpload(onImage: (image: string) => void) {
  const { formId } = useEditor();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const take = async (file: File) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    await uploadImage(formId, file).then(onImage, setError);
    setBusy(false);
  };
  return { take, isBusy, error };
}

type ActionsProps = {
  readonly name: PictureProps['name'];
  readonly hasValue: boolean;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  readonly onRemove: () => void;
};

function Actions({ name, hasValue, isBusy, onFile, onRemove }: ActionsProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span class="ed-picture-buttons">
      <input
        ref={input}
        class="unseen"
        type="file"
        tabIndex={-1}
        accept="image/png,image/jpeg,image/webp"
        aria-label={t(`${name}File`)}
        onChange={event => {
          const { currentTarget } = event;
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button size="small" icon={hasValue ? 'edit' : 'plus'} busy={isBusy} onClick={() => input.current?.click()}>
        {isBusy ? t('pictureSending') : t(hasValue ? `${name}Replace` : `${name}Add`)}
      </Button>
      {hasValue && <Button kind="quiet" size="small" icon="trash" label={t(`${name}Remove`)} onClick={onRemove} />}
    </span>
  );
}
