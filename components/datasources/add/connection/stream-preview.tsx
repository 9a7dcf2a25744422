"use client";

import { Eye } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { FormSection } from "@/components/shared/form/form-section";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { OptionSelect } from "@/components/ui/option-select";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/api/use-action";
import { airbyte } from "@/lib/contract/airbyte/calls";
import type { SampleRecord } from "@/lib/contract/airbyte/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { ChunkItem } from "../../setup/chunk-view";
import type { DatasourceForm } from "../../setup/form";

interface StreamPreviewProps {
  slug: string;
  form: DatasourceForm;
  draftId: string;
}

/** Previews the first records of a stream as chunks. */
export function StreamPreview({ slug, form, draftId }: StreamPreviewProps) {
  const streams = form.watch("streamConfig") ?? [];
  const chunking = form.watch("chunking");
  const [name, setName] = useState<string>();
  const [preview, setPreview] = useState<{ settings: string; records: SampleRecord[] }>();
  const sample = useAction(airbyte.sample, { quiet: true });
  const stream = streams.find((one) => one.name === name) ?? streams[0];
  if (!stream) return null;
  const settings = JSON.stringify([stream, chunking]);
  const loadPreview = async () => {
    if (!(await form.trigger("chunking", { shouldFocus: true }))) return;
    const body = { datasourceId: draftId, stream, chunking };
    const answer = await sample.run({ params: { resourceSlug: slug }, body });
    setPreview(answer && { settings, records: answer.records });
  };
  return (
    <FormSection title="Preview" description="Reads up to five records. Nothing is stored or embedded yet.">
      <div className="flex flex-wrap items-end gap-2">
        {streams.length > 1 && (
          <Field label="Stream" className="min-w-48 flex-1">
            <OptionSelect
              value={stream.name}
              onChange={setName}
              options={streams.map((one) => ({ value: one.name, label: one.name }))}
            />
          </Field>
        )}
        <Button variant="outline" loading={sample.pending} onClick={() => void loadPreview()}>
          <Eye aria-hidden /> Preview the first records
        </Button>
      </div>
      {sample.failure && <Banner tone="danger">{sample.failure}</Banner>}
      {sample.pending && !preview && <Skeleton className="h-40 rounded-card" />}
      {preview && !sample.failure && (
        <>
          <p role="status" className="text-secondary">
            {preview.records.length === 0
              ? "No records found: the stream is empty, or its records can't be read."
              : `Showing the first ${pluralize(preview.records.length, "record")}.`}
            {preview.settings !== settings && (
              <span className="text-warning"> Settings have changed since this preview.</span>
            )}
          </p>
          {preview.records.length > 0 && <Records records={preview.records} />}
        </>
      )}
    </FormSection>
  );
}

function Records({ records }: { records: readonly SampleRecord[] }) {
  return (
    <ol
      aria-label="Records"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="grid max-h-[32rem] grid-cols-1 divide-y overflow-y-auto rounded-card border bg-sunken"
    >
      {records.map(({ title, total, chunks, error }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
        <li key={i} className="grid min-w-0 grid-cols-1 gap-1 py-3">
          <p className="flex flex-wrap justify-between gap-x-4 px-4">
            <span dir="auto" className="min-w-0 font-medium [overflow-wrap:anywhere]">
              {title}
            </span>
            <span className="text-label text-muted tabular-nums">
              {pluralize(total, "chunk")}
              {total > chunks.length && `, showing the first ${chunks.length}`}
            </span>
          </p>
          {error && <p className="px-4 text-danger text-secondary [overflow-wrap:anywhere]">{error}</p>}
          {!error && total === 0 && <p className="px-4 text-secondary text-warning">No text found.</p>}
          {chunks.length > 0 && (
            <ol aria-label={`Chunks of ${title}`} className="grid grid-cols-1">
              {chunks.map((chunk) => (
                <ChunkItem key={chunk.position} chunk={chunk} number={chunk.position + 1} />
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  );
}
