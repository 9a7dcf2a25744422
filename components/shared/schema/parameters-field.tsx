"use client";

import { type Ref, useState } from "react";
import { Segmented } from "@/components/ui/segmented";
import { CodeEditor } from "../code/code-editor";
import { type ParameterLabels, ParameterList } from "./parameter-list";
import { type ParameterRow, toRows, toSchema } from "./parameter-rows";

interface ParametersFieldProps {
  value: unknown;
  onChange(value: unknown): void;
  onBlur?(): void;
  ref?: Ref<{ focus(): void }>;
  labels?: ParameterLabels;
}

const toolLabels: ParameterLabels = { one: "parameter", none: "No parameters." };

const formatValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** Returns the parsed JSON, or the text itself, which the schema rejects. */
function readText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The parameters that a model fills in, as a list or as JSON Schema. */
export function ParametersField({ value, onChange, onBlur, ref, labels = toolLabels }: ParametersFieldProps) {
  const [rows, setRows] = useState<ParameterRow[] | null>(() => toRows(value));
  const [text, setText] = useState(() => formatValue(value));
  const [view, setView] = useState<"form" | "json">(rows ? "form" : "json");
  const show = (next: "form" | "json") => {
    if (next === "form") setRows(toRows(value));
    else setText(formatValue(value));
    setView(next);
  };
  const change = (next: ParameterRow[]) => {
    setRows(next);
    onChange(toSchema(next));
  };
  return (
    <div className="grid gap-3">
      <div>
        <Segmented
          label="Edit as"
          value={view}
          onChange={show}
          options={[
            { value: "form", label: "Form" },
            { value: "json", label: "JSON Schema" },
          ]}
        />
      </div>
      {view === "json" ? (
        <CodeEditor
          className="h-64"
          language="json"
          ref={ref}
          value={text}
          onBlur={onBlur}
          onChange={(next) => {
            setText(next);
            onChange(readText(next));
          }}
        />
      ) : rows ? (
        <ParameterList rows={rows} labels={labels} onChange={change} />
      ) : (
        <p className="text-muted text-secondary">This schema is too complex for the form. Edit it as JSON Schema.</p>
      )}
    </div>
  );
}
