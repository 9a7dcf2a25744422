"use client";

import { Field } from "@/components/shared/form/field";
import { RequiredNumber } from "@/components/shared/form/number-input";
import { Input } from "@/components/ui/input";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { Switch } from "@/components/ui/switch";
import { maxPassages, retrieverTypes } from "@/lib/constants/datasources";
import type { Retriever } from "@/lib/contract/datasources/retrieval";
import { FilterList } from "./filter-list";
import { retrieverDescriptions } from "./labels";

interface RetrieverFieldsProps {
  value: Retriever;
  onChange(value: Retriever): void;
  getError?(name: keyof Retriever): string | undefined;
  /** Field names suggested for filters. */
  fieldNames?: readonly string[];
}

/** Returns the share of its weight that a document keeps after a day. */
const formatDailyWeight = (decayRate: number): string => `${Math.round(100 * (1 - decayRate) ** 24)}%`;

/** The retriever's settings. */
export function RetrieverFields({ value, onChange, getError, fieldNames = [] }: RetrieverFieldsProps) {
  const { type, k, scoreThreshold, hybrid, filters, decayRate = 0.01, timeField } = value;
  const set = (change: Partial<Retriever>) => onChange({ ...value, ...change });
  return (
    <div className="grid grid-cols-1 gap-4">
      <Field label="Retrieval strategy" group error={getError?.("type")}>
        <RadioGroup
          value={type}
          onChange={(next) => set({ type: retrieverTypes.find((one) => one === next) ?? "raw" })}
        >
          {retrieverTypes.map((one) => (
            <RadioItem key={one} value={one} {...retrieverDescriptions[one]} />
          ))}
        </RadioGroup>
      </Field>
      {type === "time_weighted" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Decay rate (per hour)"
            error={getError?.("decayRate")}
            help={`From 0 to 1. After one day, ${formatDailyWeight(decayRate)} of the recency boost remains.`}
          >
            <RequiredNumber
              value={decayRate}
              min={0}
              max={1}
              step={0.01}
              onChange={(next) => set({ decayRate: next })}
            />
          </Field>
          <Field label="Date field" help="Optional. Defaults to the document's modification time.">
            <Input value={timeField ?? ""} onChange={({ target }) => set({ timeField: target.value || undefined })} />
          </Field>
        </div>
      )}
      <Field
        label="Hybrid search"
        help="Combines keyword and vector search. Finds names, numbers and codes that vector search misses."
      >
        <Switch checked={hybrid} onCheckedChange={(next) => set({ hybrid: next })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Max passages (top K)" error={getError?.("k")} help="More passages add context and cost.">
          <RequiredNumber value={k} min={1} max={maxPassages} onChange={(next) => set({ k: next })} />
        </Field>
        <Field
          label="Similarity threshold"
          error={getError?.("scoreThreshold")}
          help="0 to 1; 0 keeps everything. Scores differ between models, so try questions in the test bench first."
        >
          <RequiredNumber
            value={scoreThreshold}
            min={0}
            max={1}
            step={0.05}
            onChange={(next) => set({ scoreThreshold: next })}
          />
        </Field>
      </div>
      <FilterList value={filters} onChange={(next) => set({ filters: next })} fieldNames={fieldNames} />
    </div>
  );
}
