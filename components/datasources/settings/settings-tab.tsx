"use client";

import { Banner } from "@/components/shared/banner";
import { FormField } from "@/components/shared/form-field";
import { FormFooter, isConflict } from "@/components/shared/form-footer";
import { FormSection } from "@/components/shared/form-section";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { useAction } from "@/hooks/use-action";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useOpened } from "@/hooks/use-opened";
import { usePermission } from "@/hooks/use-permission";
import { useUnsavedGuard } from "@/hooks/use-unsaved-guard";
import { datasources } from "@/lib/contract/calls/datasources";
import type { Datasource } from "@/lib/contract/datasources";
import { Permission } from "@/lib/permissions/bits";
import { ChunkingFields } from "../setup/chunking-fields";
import { EmbeddingField } from "../setup/embedding-field";
import { useDatasourceForm, valuesOf } from "../setup/form";
import { VectorDbField } from "../setup/vector-db-field";
import { consequenceOf } from "./consequence";

/** What a connection is called, how its documents are cut and what embeds them. */
export function SettingsTab({ slug, datasource }: { slug: string; datasource: Datasource }) {
  const params = { resourceSlug: slug, datasourceId: datasource._id };
  const { opened, reload } = useOpened(useEndpoint(datasources.get, { params }));
  if (!opened) return <Skeleton className="h-64 rounded-card" />;
  const { version } = opened.datasource;
  return (
    <SettingsForm
      key={version}
      slug={slug}
      datasource={{ ...opened.datasource, recordCount: datasource.recordCount }}
      onReload={() => void reload()}
    />
  );
}

interface SettingsFormProps {
  slug: string;
  datasource: Datasource;
  onReload(): void;
}

function SettingsForm({ slug, datasource, onReload }: SettingsFormProps) {
  const { why } = usePermission();
  const form = useDatasourceForm(datasource);
  const edit = useAction(datasources.edit, {
    form,
    success: "Settings saved.",
    invalidate: ["tools"],
    onSuccess: onReload,
    onError: isConflict,
  });
  useUnsavedGuard(form.formState.isDirty && !edit.done);
  const consequence = consequenceOf(datasource, { ...valuesOf(datasource), ...form.watch() });
  const save = form.handleSubmit(async ({ name, description, embeddingModelId, vectorDbId, chunking }) => {
    await edit.run({
      params: { resourceSlug: slug, datasourceId: datasource._id },
      body: { name, description, embeddingModelId, vectorDbId, chunking, version: datasource.version },
    });
  });
  return (
    <form className="mx-auto grid w-full max-w-form grid-cols-1 gap-4" onSubmit={save} noValidate>
      <FormSection title="Connection">
        <FormField control={form.control} name="name" label="Name" required>
          {(field) => <Input {...field} autoComplete="off" maxLength={100} />}
        </FormField>
        <FormField
          control={form.control}
          name="description"
          label="Description"
          help="What can be found in it. What agents read stands in the tool."
        >
          {(field) => <Textarea {...field} rows={2} />}
        </FormField>
      </FormSection>
      <FormSection title="Chunks">
        <ChunkingFields form={form} />
      </FormSection>
      <FormSection title="Embedding">
        <EmbeddingField form={form} slug={slug} storedName={datasource.embeddingModelName} />
        <VectorDbField form={form} slug={slug} />
      </FormSection>
      <FormFooter
        cancel={`/${slug}/datasource/${datasource._id}`}
        submit={consequence ? "Save and embed again" : "Save"}
        pending={edit.pending}
        why={why(Permission.EDIT_DATASOURCE)}
        error={edit.error}
        onReload={onReload}
        notice={consequence && <Banner tone="warning">{consequence}</Banner>}
      />
    </form>
  );
}
