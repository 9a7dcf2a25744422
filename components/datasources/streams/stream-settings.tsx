"use client";

import { useId } from "react";
import { Field } from "@/components/shared/form/field";
import { Checkbox } from "@/components/ui/checkbox";
import { OptionSelect } from "@/components/ui/option-select";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import type { DiscoveredStream, StreamConfig } from "@/lib/contract/datasources/settings";

interface StreamSettingsProps {
  stream: DiscoveredStream;
  config: StreamConfig;
  onChange(config: StreamConfig): void;
}

/** The system column that PostgreSQL keeps for every row. */
const rowVersion = "xmin";

const toggle = (names: readonly string[], name: string, on: boolean): string[] =>
  on ? [...names, name] : names.filter((one) => one !== name);

/** Settings of one stream: sync mode, cursor field, primary keys and fields. */
export function StreamSettings({ stream, config, onChange }: StreamSettingsProps) {
  const { fields, modes, cursorFields, primaryKeys } = stream;
  const set = (change: Partial<StreamConfig>) => onChange({ ...config, ...change });
  const names = fields.map(({ name }) => name);
  const chosen = config.fields.length === 0 ? names : config.fields;
  const setFields = (next: string[]) => set({ fields: names.every((name) => next.includes(name)) ? [] : next });
  return (
    <div className="grid grid-cols-1 gap-4 border-t bg-sunken p-3 sm:pl-10">
      <Field label="Sync mode" group>
        <RadioGroup
          className="sm:grid-cols-2"
          value={config.mode}
          onChange={(mode) =>
            set(
              mode === "incremental"
                ? { mode, cursorField: config.cursorField ?? cursorFields[0] ?? null }
                : { mode: "full", cursorField: null },
            )
          }
        >
          <RadioItem
            value="full"
            label="Full refresh"
            help="Detects deleted rows. Unchanged rows aren't embedded again."
            disabled={!modes.includes("full")}
          />
          <RadioItem
            value="incremental"
            label="Incremental"
            help={
              modes.includes("incremental")
                ? "Faster. Detects deleted rows only if the source reports them, as PostgreSQL does."
                : "This stream supports only full refresh."
            }
            disabled={!modes.includes("incremental")}
          />
        </RadioGroup>
      </Field>
      {config.mode === "incremental" && cursorFields.length > 0 && (
        <Field
          label="Cursor field"
          help={
            config.cursorField === rowVersion
              ? "PostgreSQL's internal row version. No extra column needed."
              : "A field that increases with every change, such as an update time."
          }
        >
          <OptionSelect
            className="max-w-80"
            value={config.cursorField}
            options={cursorFields.map((name) => ({ value: name, label: name }))}
            onChange={(cursorField) => set({ cursorField })}
          />
        </Field>
      )}
      {primaryKeys.length === 0 && (
        <Checks
          label="Primary key"
          help="The source has no primary key. Choose fields that identify a row; without any, the whole row is compared."
          names={names}
          chosen={config.primaryKeys}
          onToggle={(name, on) => set({ primaryKeys: toggle(config.primaryKeys, name, on) })}
        />
      )}
      {fields.length > 0 && (
        <Checks
          label="Fields"
          help="Fields to read from each row. If all are selected, fields that the source adds later are included."
          names={names}
          types={new Map(fields.map(({ name, type }) => [name, type]))}
          chosen={chosen}
          onToggle={(name, on) => {
            const next = toggle(chosen, name, on);
            if (next.length > 0) setFields(next);
          }}
        />
      )}
    </div>
  );
}

interface ChecksProps {
  label: string;
  help: string;
  names: readonly string[];
  types?: ReadonlyMap<string, string>;
  chosen: readonly string[];
  onToggle(name: string, on: boolean): void;
}

function Checks({ label, help, names, types, chosen, onToggle }: ChecksProps) {
  const id = useId();
  return (
    <fieldset className="grid grid-cols-1 gap-1.5">
      <legend className="mb-1.5 font-medium text-label">{label}</legend>
      <ul className="grid max-h-60 gap-x-4 gap-y-1 overflow-y-auto sm:grid-cols-2">
        {names.map((name) => (
          <li key={name}>
            <label htmlFor={`${id}-${name}`} className="flex min-w-0 items-center gap-2">
              <Checkbox id={`${id}-${name}`} checked={chosen.includes(name)} onChange={(on) => onToggle(name, on)} />
              <span className="truncate" title={name}>
                {name}
              </span>
              {types && <span className="truncate text-label text-muted">{types.get(name)}</span>}
            </label>
          </li>
        ))}
      </ul>
      <p className="max-w-reading text-muted text-secondary">{help}</p>
    </fieldset>
  );
}
