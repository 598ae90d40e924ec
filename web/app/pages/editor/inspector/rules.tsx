import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ValidateRule } from '../../../../../shared/domain/fields/field.ts';
import { fieldTypes } from '../../../../../shared/domain/fields/field-types.ts';
import { TextField } from '../../../parts/fields.tsx';
import { Checkbox, NumberField } from '../../../parts/more-fields.tsx';
import { useEditor } from '../context.ts';
import type { Field } from '../model/draft.ts';
import { changedRule } from '../model/fields.ts';
import { t } from '../texts/t.ts';
import { faultAt } from './fault-text.ts';

const megabyte = 1024 * 1024;

/** Edits the rules that the field's type has for answers. */
export const Rules = ({ field }: { field: Field }) => (
  <div class="ed-rules">
    {(fieldTypes[field.type].rules ?? []).map(rule => (
      <Rule key={`${field.type} ${rule}`} field={field} rule={rule} />
    ))}
  </div>
);

type RuleProps = { readonly field: Field; readonly rule: ValidateRule };

/** The value of a rule, and its setter, for the inputs of rules. */
function useRule({ field: { id, validate = {} }, rule }: RuleProps) {
  const { act, settle, faults } = useEditor();
  return {
    value: validate[rule] as unknown,
    set: (value: unknown) => {
      act(present => changedRule(present, id, { [rule]: value }), `${rule} ${id}`);
    },
    common: { label: t(`rule_${rule}`), error: faultAt(faults, id, `validate.${rule}`), onBlur: settle },
  };
}

function Rule(props: RuleProps) {
  const { field, rule } = props;
  const isBound = rule === 'min' || rule === 'max';
  const Input =
    isBound && field.type === 'date' ? DateRule : isBound && field.type === 'time' ? TimeRule : inputs[rule];
  return Input ? <Input {...props} /> : <NumberRule {...props} />;
}

function NumberRule(props: RuleProps) {
  const { value, set, common } = useRule(props);
  return <NumberField {...common} step="any" value={value as number | undefined} onInput={set} />;
}

function IntegerRule(props: RuleProps) {
  const { value, set } = useRule(props);
  return <Checkbox label={t('rule_integer')} checked={value === true} onInput={is => set(is || undefined)} />;
}

function PatternRule(props: RuleProps) {
  const { value = '', set, common } = useRule(props);
  return (
    <TextField
      {...common}
      help={t('help_pattern')}
      maxLength={512}
      spellcheck={false}
      value={String(value)}
      onInput={text => set(text || undefined)}
    />
  );
}

function DateRule(props: RuleProps) {
  const { value = '', set, common } = useRule(props);
  return (
    <TextField
      {...common}
      help={t('help_date')}
      placeholder="today+7"
      value={String(value)}
      onInput={text => set(text || undefined)}
    />
  );
}

function TimeRule(props: RuleProps) {
  const { value = '', set, common } = useRule(props);
  return <TextField {...common} type="time" value={String(value)} onInput={text => set(text || undefined)} />;
}

function BytesRule(props: RuleProps) {
  const { value, set, common } = useRule(props);
  return (
    <NumberField
      {...common}
      min={0}
      step="any"
      value={value === undefined ? undefined : Number(value) / megabyte}
      onInput={megabytes => set(megabytes ? Math.round(megabytes * megabyte) : undefined)}
    />
  );
}

function ListRule(props: RuleProps) {
  const { value = [], set, common } = useRule(props);
  const help = t(props.rule === 'accept' ? 'help_accept' : 'help_domains');
  return <ListField {...common} help={help} values={value as string[]} onInput={set} />;
}

const inputs: Partial<Record<ValidateRule, (props: RuleProps) => JSX.Element>> = {
  integer: IntegerRule,
  pattern: PatternRule,
  maxBytes: BytesRule,
  domains: ListRule,
  accept: ListRule,
};

type ListFieldProps = {
  readonly label: string;
  readonly help: string;
  readonly error: ComponentChildren;
  readonly values: readonly string[];
  readonly onInput: (values: string[] | undefined) => void;
};

const partsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** Several values in one line, separated by commas. The typed text stays unchanged. */
function ListField({ values, onInput, ...rest }: ListFieldProps) {
  const [text, setText] = useState(values.join(', '));
  const isSame = partsOf(text).join() === values.join();
  const type = (next: string) => {
    setText(next);
    const parts = partsOf(next);
    onInput(parts.length > 0 ? parts : undefined);
  };
  return <TextField {...rest} spellcheck={false} value={isSame ? text : values.join(', ')} onInput={type} />;
}
