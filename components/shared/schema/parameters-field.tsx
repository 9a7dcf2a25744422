"use client";

import { type Ref, useState } from "react";
import { Segmented } from "@/components/ui/segmented";
import { CodeEditor } from "../code/code-editor";
import { ParameterList, type ParameterWords } from "./parameter-list";
import { type ParameterRow, rowsOf, schemaOf } from "./parameter-rows";

interface ParametersFieldProps {
  value: unknown;
  onChange(value: unknown): void;
  onBlur?(): void;
  ref?: Ref<{ focus(): void }>;
  words?: ParameterWords;
}

const ofTool: ParameterWords = { one: "parameter", none: "It takes nothing: a model only calls it." };

const written = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** JSON once it can be read, until then the text: the form's rule refuses that. */
function readText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What a model fills in: as a list of parameters, or as the JSON Schema that they make. */
export function ParametersField({ value, onChange, onBlur, ref, words = ofTool }: ParametersFieldProps) {
  const [rows, setRows] = useState<ParameterRow[] | null>(() => rowsOf(value));
  const [text, setText] = useState(() => written(value));
  const [view, setView] = useState<"form" | "json">(rows ? "form" : "json");
  const show = (next: "form" | "json") => {
    if (next === "form") setRows(rowsOf(value));
    else setText(written(value));
    setView(next);
  };
  const change = (next: ParameterRow[]) => {
    setRows(next);
    onChange(schemaOf(next));
  };
  return (
    <div className="grid gap-3">
      <div>
        <Segmented
          label={`How each ${words.one} is shown`}
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
        <ParameterList rows={rows} words={words} onChange={change} />
      ) : (
        <p className="text-muted text-secondary">
          This schema says more than the form can show. Edit it as JSON Schema.
        </p>
      )}
    </div>
  );
}
