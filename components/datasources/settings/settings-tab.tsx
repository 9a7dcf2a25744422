"use client";

import { FormField } from "@/components/shared/form/form-field";
import { FormFooter, isConflict } from "@/components/shared/form/form-footer";
import { FormSection } from "@/components/shared/form/form-section";
import { Banner } from "@/components/shared/status/banner";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useInitialValues } from "@/hooks/forms/use-initial-values";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { airbyte } from "@/lib/contract/airbyte/calls";
import { datasources } from "@/lib/contract/datasources/calls";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { trials } from "@/lib/contract/trials/calls";
import { Permission } from "@/lib/permissions/bits";
import { isObject } from "@/lib/utils/json/is-object";
import { type FormSchema, omitEmpty } from "@/lib/utils/json/json-form";
import { useConnectResult } from "../connect/use-connect-result";
import { fileSource } from "../labels";
import { SchemaFields } from "../schema-form/schema-fields";
import { ChunkingFields } from "../setup/chunking-fields";
import { EmbeddingField } from "../setup/embedding-field";
import { toFormValues, useDatasourceForm } from "../setup/form";
import { VectorDbField } from "../setup/vector-db-field";

import { describeConsequence } from "./describe-consequence";

/** A connection's name, chunking, embedding model and source settings. */
export function SettingsTab({ slug, datasource }: { slug: string; datasource: Datasource }) {
  const params = { resourceSlug: slug, datasourceId: datasource._id };
  const { initial, reload } = useInitialValues(useEndpoint(datasources.get, { params }));
  const { sourceType } = datasource;
  const connected = sourceType !== fileSource;
  const specification = useEndpoint(airbyte.specification, {
    params: { resourceSlug: slug },
    query: { sourceDefinitionId: sourceType },
    enabled: connected,
  });
  if (!initial || (connected && specification.isPending)) return <Skeleton className="h-64 rounded-card" />;
  const { version } = initial.datasource;
  return (
    <SettingsForm
      key={version}
      slug={slug}
      datasource={{ ...initial.datasource, recordCount: datasource.recordCount }}
      schema={specification.data?.schema as FormSchema | undefined}
      onReload={() => void reload()}
    />
  );
}

interface SettingsFormProps {
  slug: string;
  datasource: Datasource;
  /** Schema of the source's settings; undefined for files. */
  schema: FormSchema | undefined;
  onReload(): void;
}

function SettingsForm({ slug, datasource, schema, onReload }: SettingsFormProps) {
  const { why } = usePermission();
  const form = useDatasourceForm(datasource);
  const trialQuery = useEndpoint(trials.get, { params: { resourceSlug: slug, datasourceId: datasource._id } });
  const hasTrial = (trialQuery.data?.trial ?? null) !== null;
  useConnectResult(form);
  const edit = useAction(datasources.edit, {
    form,
    success: "Settings saved.",
    invalidate: ["documents", "tools", "trials"],
    onSuccess: onReload,
    onError: isConflict,
  });
  useUnsavedGuard(form.formState.isDirty && !edit.done);
  const consequence = describeConsequence(datasource, { ...toFormValues(datasource), ...form.watch() }, hasTrial);
  const save = form.handleSubmit(async ({ name, description, embeddingModelId, vectorDbId, chunking, config }) => {
    const moved = form.formState.dirtyFields.config !== undefined;
    const filledConfig = omitEmpty(config);
    const { version } = datasource;
    await edit.run({
      params: { resourceSlug: slug, datasourceId: datasource._id },
      body: {
        name,
        description,
        embeddingModelId,
        vectorDbId,
        chunking,
        version,
        ...(moved && isObject(filledConfig) && { config: filledConfig }),
      },
    });
  });
  return (
    <form className="grid w-full max-w-form grid-cols-1 gap-4" onSubmit={save} noValidate>
      <FormSection title="Data source">
        <FormField control={form.control} name="name" label="Name" required>
          {(field) => <Input {...field} autoComplete="off" maxLength={100} />}
        </FormField>
        <FormField
          control={form.control}
          name="description"
          label="Description"
          help="For your team. Agents read the search tool's description instead."
        >
          {(field) => <Textarea {...field} rows={2} />}
        </FormField>
      </FormSection>
      {schema && (
        <FormSection
          title="Credentials"
          description="Stored encrypted. Leave a secret unchanged to keep it. If you change the host, enter the secret again."
        >
          <SchemaFields form={form} schema={schema} at="config" />
        </FormSection>
      )}
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
        disabledReason={why(Permission.EDIT_DATASOURCE)}
        error={edit.error}
        onReload={onReload}
        notice={consequence && <Banner tone="warning">{consequence}</Banner>}
      />
    </form>
  );
}
