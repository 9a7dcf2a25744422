"use client";

import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { SuggestInput } from "@/components/ui/suggest-input";
import type { Filter } from "@/lib/contract/datasources/retrieval";
import { filterOps } from "./labels";

interface FilterListProps {
  value: readonly Filter[];
  onChange(filters: Filter[]): void;
  fieldNames: readonly string[];
}

/** Parses numbers and booleans, since the fields of a source are typed. */
function parseScalar(text: string): string | number | boolean {
  const trimmed = text.trim();
  if (trimmed === "true" || trimmed === "false") return trimmed === "true";
  return trimmed !== "" && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(trimmed) ? Number(trimmed) : text;
}

const parseValue = (text: string, op: Filter["op"]): Filter["value"] =>
  op === "in" ? text.split(",").map((part) => parseScalar(part.trim())) : parseScalar(text);
const formatValue = (value: Filter["value"]): string => (Array.isArray(value) ? value.join(", ") : String(value));

/** Filters on document fields; all of them must match. */
export function FilterList({ value, onChange, fieldNames }: FilterListProps) {
  const change = (index: number, to: Partial<Filter>) =>
    onChange(value.map((filter, i) => (i === index ? { ...filter, ...to } : filter)));
  const options = fieldNames.map((name) => ({ value: name, label: name }));
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-1.5 font-medium text-label">Metadata filters</legend>
      {value.map(({ field, op, value: filterValue }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters have no id and keep their order
        <div key={i} className="flex flex-wrap items-start gap-2">
          <div className="min-w-32 flex-1">
            <SuggestInput
              aria-label={`Field of condition ${i + 1}`}
              label="Fields"
              placeholder="Field"
              value={field}
              options={options}
              onChange={(next) => change(i, { field: next })}
            />
          </div>
          <OptionSelect
            aria-label={`Operator of condition ${i + 1}`}
            className="w-36"
            value={op}
            options={filterOps}
            onChange={(next) => {
              const chosen = filterOps.find((one) => one.value === next)?.value ?? "eq";
              change(i, { op: chosen, value: parseValue(formatValue(filterValue), chosen) });
            }}
          />
          <Input
            aria-label={`Value of condition ${i + 1}`}
            placeholder={op === "in" ? "a, b, c" : "Value"}
            className="min-w-32 flex-1"
            defaultValue={formatValue(filterValue)}
            onChange={({ target }) => change(i, { value: parseValue(target.value, op) })}
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove condition ${i + 1}`}
            onClick={() => onChange(value.filter((_, index) => index !== i))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button
          variant="outline"
          size="sm"
          disabled={value.length >= 20}
          onClick={() => onChange([...value, { field: "", op: "eq", value: "" }])}
        >
          <Plus aria-hidden /> Add condition
        </Button>
      </div>
    </fieldset>
  );
}
