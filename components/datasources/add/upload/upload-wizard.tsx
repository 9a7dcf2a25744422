"use client";

import type { FormEvent } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { WizardSteps } from "@/components/shared/page/wizard-steps";
import { LimitNote } from "@/components/shared/status/limit-note";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { usePermission } from "@/hooks/account/use-permission";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { Permission } from "@/lib/permissions/bits";
import { ChunkPreview } from "../../setup/chunk-preview";
import { ChunkingFields } from "../../setup/chunking-fields";
import { EmbeddingField } from "../../setup/embedding-field";
import { useDatasourceForm } from "../../setup/form";
import { VectorDbField } from "../../setup/vector-db-field";
import { uploadSteps } from "../steps";
import { useMissingStep } from "../use-missing-step";
import { FilePicker } from "./file-picker";
import { UploadProgress } from "./upload-progress";
import { useFiles } from "./use-files";
import { useUpload } from "./use-upload";

interface UploadWizardProps {
  slug: string;
  /** At least 1: step 0 chooses the source. */
  step: number;
  onStep(step: number): void;
}

const plainName = (filename: string): string => filename.replace(/\.[^.]{1,8}$/, "").slice(0, 100);

/** Creates a connection from uploaded files. */
export function UploadWizard({ slug, step, onStep }: UploadWizardProps) {
  const { why } = usePermission();
  const files = useFiles();
  const form = useDatasourceForm();
  const upload = useUpload({ slug, success: "Files uploaded. Processing…" });
  useUnsavedGuard((files.chosen.length > 0 || form.formState.isDirty) && !upload.done);
  // Files are lost on a reload.
  const none = files.sendable.length === 0;
  useMissingStep(step, none ? 1 : undefined);
  const choosing = step <= 1 || none;
  const toSettings = async (event: FormEvent) => {
    event.preventDefault();
    const first = files.sendable[0];
    if (!form.getValues("name").trim() && first) form.setValue("name", plainName(first.name));
    if (await form.trigger(["name", "description"], { shouldFocus: true })) onStep(2);
  };
  const send = form.handleSubmit(async ({ name, description = "", embeddingModelId, vectorDbId, chunking }) => {
    await upload.send(files.sendable, {
      name,
      description,
      embeddingModelId,
      chunking: JSON.stringify(chunking),
      ...(vectorDbId && { vectorDbId }),
    });
  });
  const steps = (
    <WizardSteps labels={uploadSteps} current={choosing ? 1 : 2} reachable={choosing ? 1 : 2} onGo={onStep} />
  );
  if (choosing)
    return (
      <>
        {steps}
        <form onSubmit={(event) => void toSettings(event)} noValidate>
          <FormSection title="Upload files">
            <FilePicker files={files} />
            <FormField
              control={form.control}
              name="name"
              label="Name"
              help="Optional. Defaults to the first file's name."
            >
              {(field) => <Input {...field} autoComplete="off" maxLength={100} />}
            </FormField>
            <FormField
              control={form.control}
              name="description"
              label="Description"
              help="Describe the content. The search tool gets this description, which tells agents when to use it."
            >
              {(field) => <Textarea {...field} rows={2} />}
            </FormField>
            <FormActions>
              <Button variant="outline" onClick={() => onStep(0)}>
                Back
              </Button>
              <DisabledTooltip
                disabledReason={files.sendable.length === 0 ? "Choose at least one file first." : undefined}
              >
                <Button type="submit">Continue</Button>
              </DisabledTooltip>
            </FormActions>
          </FormSection>
        </form>
      </>
    );
  return (
    <>
      {steps}
      <form className="grid grid-cols-1 gap-4" onSubmit={send} noValidate>
        <FormSection title="Chunks">
          <ChunkingFields form={form} />
        </FormSection>
        <ChunkPreview
          slug={slug}
          files={files.sendable}
          chunking={form.watch("chunking")}
          check={() => form.trigger("chunking", { shouldFocus: true })}
        />
        <FormSection title="Embedding">
          <EmbeddingField form={form} slug={slug} />
          <VectorDbField form={form} slug={slug} />
          <LimitNote error={upload.error} />
          {upload.pending && <UploadProgress percent={upload.progress} onStop={upload.stop} />}
          <FormActions>
            <Button variant="outline" onClick={() => onStep(1)}>
              Back
            </Button>
            <DisabledTooltip disabledReason={why(Permission.CREATE_DATASOURCE)}>
              <Button type="submit" loading={upload.pending || upload.done}>
                Upload {files.sendable.length === 1 ? "file" : `${files.sendable.length} files`}
              </Button>
            </DisabledTooltip>
          </FormActions>
        </FormSection>
      </form>
    </>
  );
}
