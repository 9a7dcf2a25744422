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
import { datasources } from "@/lib/contract/datasources/calls";
import type { Chunking } from "@/lib/contract/datasources/settings";
import { pluralize } from "@/lib/utils/text/pluralize";
import { ChunkItem } from "./chunk-view";

interface ChunkPreviewProps {
  slug: string;
  files: readonly File[];
  chunking: Partial<Chunking>;
  /** Validates the settings; false: they are invalid, and the errors are shown. */
  check(): Promise<boolean>;
}

/** Previews a file's chunks before anything is embedded. */
export function ChunkPreview({ slug, files, chunking, check }: ChunkPreviewProps) {
  const [chosen, setChosen] = useState("0");
  const [previewedSettings, setPreviewedSettings] = useState<string>();
  const preview = useAction(datasources.preview, { quiet: true });
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof preview.run>>>();
  const file = files[Number(chosen)] ?? files[0];
  const settings = JSON.stringify([chosen, chunking]);
  const loadPreview = async () => {
    if (!file || !(await check())) return;
    const formData = new FormData();
    formData.set("chunking", JSON.stringify(chunking));
    formData.set("file", file, file.name);
    setAnswer(await preview.run({ params: { resourceSlug: slug }, formData }));
    setPreviewedSettings(settings);
  };
  const stale = answer !== undefined && previewedSettings !== settings;
  return (
    <FormSection title="Preview" description="Shows how a file is chunked. Nothing is stored or embedded yet.">
      <div className="flex flex-wrap items-end gap-2">
        {files.length > 1 && (
          <Field label="File" className="min-w-48 flex-1">
            <OptionSelect
              value={chosen}
              onChange={setChosen}
              options={files.map(({ name }, i) => ({ value: String(i), label: name }))}
            />
          </Field>
        )}
        <Button variant="outline" loading={preview.pending} onClick={() => void loadPreview()}>
          <Eye aria-hidden /> {answer ? "Preview again" : "Preview chunks"}
        </Button>
      </div>
      {preview.failure && <Banner tone="danger">{preview.failure}</Banner>}
      {preview.pending && !answer && <Skeleton className="h-40 rounded-card" />}
      {answer && !preview.failure && (
        <div className="grid grid-cols-1 gap-2">
          <p role="status" className="text-secondary">
            {pluralize(answer.total, "chunk")}
            {answer.pages !== null && ` from ${pluralize(answer.pages, "page")}`}
            {answer.title && ` of “${answer.title}”`}
            {answer.total > answer.chunks.length && `, showing the first ${answer.chunks.length}`}
            {stale && <span className="text-warning"> · settings have changed</span>}
          </p>
          <ol
            aria-label="Chunks"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-96 divide-y overflow-y-auto rounded-card border bg-sunken"
          >
            {answer.chunks.map((chunk) => (
              <ChunkItem key={chunk.position} chunk={chunk} number={chunk.position + 1} />
            ))}
          </ol>
        </div>
      )}
    </FormSection>
  );
}
