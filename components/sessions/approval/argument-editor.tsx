"use client";

import { Field } from "@/components/shared/form/field";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { Segmented } from "@/components/ui/segmented";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { type ArgumentField, readArguments } from "./argument-fields";

type Args = Record<string, unknown>;

/** The arguments, and their text while they are edited as JSON. */
export interface EditedArguments {
  args: Args;
  text: string | null;
}

export const formatArguments = (args: Args): string => JSON.stringify(args, null, 2);

interface EditorProps {
  fields: ArgumentField[] | undefined;
  value: EditedArguments;
  problem: string | undefined;
  onChange(value: EditedArguments): void;
}

/** Edits the arguments of a call: one field each if their schema allows, else as JSON. */
export function ArgumentEditor({ fields, value, problem, onChange }: EditorProps) {
  const { args, text } = value;
  const asJson = text !== null || !fields;
  const switchView = (view: "fields" | "json") => {
    if (view === "json") return onChange({ args, text: formatArguments(args) });
    const read = readArguments(text ?? "");
    if ("args" in read) onChange({ args: read.args, text: null });
  };
  const set = (name: string, given: unknown) => {
    const { [name]: _before, ...others } = args;
    onChange({ args: given === undefined ? others : { ...args, [name]: given }, text: null });
  };
  return (
    <div className="grid gap-3">
      {fields && (
        <div className="justify-self-start">
          <Segmented
            label="Argument view"
            value={asJson ? "json" : "fields"}
            onChange={switchView}
            options={[
              { value: "fields", label: "Fields" },
              { value: "json", label: "JSON" },
            ]}
          />
        </div>
      )}
      {asJson ? (
        <Field label="Arguments" error={problem}>
          <Textarea
            rows={6}
            spellCheck={false}
            className="font-mono text-label"
            value={text ?? formatArguments(args)}
            onChange={({ target }) => onChange({ args, text: target.value })}
          />
        </Field>
      ) : (
        fields.map((field) => (
          <Field key={field.name} label={field.name} help={field.help} required={field.required}>
            <ArgumentInput field={field} value={args[field.name]} onChange={(given) => set(field.name, given)} />
          </Field>
        ))
      )}
      {!asJson && problem && (
        <p role="alert" className="text-danger text-secondary">
          {problem}
        </p>
      )}
    </div>
  );
}

interface ArgumentInputProps {
  field: ArgumentField;
  value: unknown;
  onChange(value: unknown): void;
}

function ArgumentInput({ field: { type, options }, value, onChange }: ArgumentInputProps) {
  if (type === "boolean") return <Switch checked={value === true} onCheckedChange={onChange} />;
  if (options)
    return (
      <OptionSelect
        value={typeof value === "string" ? value : null}
        options={options.map((option) => ({ value: option, label: option }))}
        onChange={onChange}
      />
    );
  if (type === "number")
    return (
      <Input
        type="number"
        step="any"
        value={value === undefined ? "" : String(value)}
        onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
      />
    );
  const text = typeof value === "string" ? value : "";
  return (
    <Textarea
      rows={text.length > 80 ? 4 : 1}
      value={text}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    />
  );
}
