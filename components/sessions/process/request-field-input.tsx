import { Field } from "@/components/shared/form/field";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import type { RequestField } from "@/lib/contract/session-events/requests";
import type { FormInput } from "@/lib/contract/tasks/form-fields";

type Value = FormInput[string];

interface RequestFieldInputProps {
  field: RequestField;
  value: Value | undefined;
  error: string | undefined;
  onChange(value: Value): void;
}

const toLines = (text: string) => (
  <span dir="auto" className="wrap-anywhere whitespace-pre-line">
    {text}
  </span>
);

/** One field of a form that a person fills in. */
export function RequestFieldInput({ field, value, error, onChange }: RequestFieldInputProps) {
  const { label, description, type, options = [], required } = field;
  const several = type === "multiselect" || (type === "checkbox" && options.length > 0);
  return (
    <Field
      label={toLines(label)}
      help={description && toLines(description)}
      error={error}
      required={required}
      group={several || type === "radio"}
    >
      {several ? (
        <MultipleChoice options={options} value={Array.isArray(value) ? value : []} onChange={onChange} />
      ) : (
        <SingleChoice field={field} value={value} onChange={onChange} />
      )}
    </Field>
  );
}

function SingleChoice({
  field: { type, options = [] },
  value,
  onChange,
}: Pick<RequestFieldInputProps, "field" | "value" | "onChange">) {
  const text = value === undefined || value === null ? "" : String(value);
  switch (type) {
    case "number":
      return (
        <Input
          type="number"
          step="any"
          value={text}
          onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
        />
      );
    case "date":
      return <Input type="date" value={text} onChange={({ target }) => onChange(target.value)} />;
    case "checkbox":
      return <Switch checked={value === true} onCheckedChange={onChange} />;
    case "radio":
      return (
        <RadioGroup value={text} onChange={onChange}>
          {options.map((option) => (
            <RadioItem key={option} value={option} label={option} />
          ))}
        </RadioGroup>
      );
    case "select":
      return (
        <OptionSelect
          value={text || null}
          options={options.map((option) => ({ value: option, label: option }))}
          onChange={onChange}
        />
      );
    default:
      return <Textarea rows={2} maxLength={10_000} value={text} onChange={({ target }) => onChange(target.value)} />;
  }
}

interface MultipleChoiceProps {
  options: string[];
  value: string[];
  onChange(value: string[]): void;
}

function MultipleChoice({ options, value, onChange }: MultipleChoiceProps) {
  return (
    <div className="grid gap-2">
      {options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
        <label key={option} className="flex items-center gap-2 justify-self-start">
          <Checkbox
            checked={value.includes(option)}
            onChange={(on) => onChange(on ? [...value, option] : value.filter((one) => one !== option))}
          />
          {option}
        </label>
      ))}
    </div>
  );
}
