"use client";

import { FormField } from "@/components/shared/form/form-field";
import { RequiredNumber } from "@/components/shared/form/number-input";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import {
  chunkOverlapDefault,
  chunkSizeDefault,
  chunkSizeMin,
  chunkStrategies,
  maxChunkSize,
} from "@/lib/constants/datasources";
import { strategyLabels } from "../labels";
import type { DatasourceForm } from "./form";

/** How documents are cut into chunks. */
export function ChunkingFields({ form }: { form: DatasourceForm }) {
  return (
    <>
      <FormField
        control={form.control}
        name="chunking.strategy"
        label="Chunking strategy"
        group
        help="Documents are split into chunks. Chunks are what gets retrieved, passed to the model and cited."
      >
        {({ value = "recursive", onChange, ref, onBlur }) => (
          <RadioGroup ref={ref} onBlur={onBlur} className="sm:grid-cols-2" value={value} onChange={onChange}>
            {chunkStrategies.map((strategy) => (
              <RadioItem key={strategy} card value={strategy} {...strategyLabels[strategy]} />
            ))}
          </RadioGroup>
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          control={form.control}
          name="chunking.size"
          label="Chunk size (characters)"
          help={`${chunkSizeDefault.toLocaleString("en")} works well for most content. Smaller chunks match more precisely; larger chunks keep more context.`}
        >
          {(field) => <RequiredNumber {...field} min={chunkSizeMin} max={maxChunkSize} step={50} />}
        </FormField>
        <FormField
          control={form.control}
          name="chunking.overlap"
          label="Chunk overlap (characters)"
          help={`${chunkOverlapDefault} by default. Keeps context across chunk boundaries. Up to half of the chunk size.`}
        >
          {(field) => <RequiredNumber {...field} min={0} max={maxChunkSize / 2} step={10} />}
        </FormField>
      </div>
    </>
  );
}
