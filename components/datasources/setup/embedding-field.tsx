"use client";

import { useEffect } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { AddLink } from "@/components/shared/page/add-link";
import { SearchSelect } from "@/components/shared/pickers/search-select";
import { Banner } from "@/components/shared/status/banner";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { models } from "@/lib/contract/models/calls";
import { Permission } from "@/lib/permissions/bits";
import type { DatasourceForm } from "./form";

interface EmbeddingFieldProps {
  form: DatasourceForm;
  slug: string;
  /** The name of the stored model, which may not be on the first page of options. */
  storedName?: string | null;
}

const offline = { name: "Offline embeddings", type: "demo", model: "demo-embed", modelType: "embedding" } as const;

/** Selects the embedding model; preset to the team's default. */
export function EmbeddingField({ form, slug, storedName }: EmbeddingFieldProps) {
  const params = { resourceSlug: slug };
  const { text, debounced, onChange: search } = useDebouncedText();
  const { why } = usePermission();
  const modelsQuery = useEndpoint(models.list, {
    params,
    query: { modelType: "embedding", limit: 50, sort: "name", ...(debounced && { q: debounced }) },
  });
  const defaults = useEndpoint(models.defaults, { params });
  const value = form.watch("embeddingModelId");
  const choose = (id: string) => form.setValue("embeddingModelId", id, { shouldValidate: form.formState.isSubmitted });
  const add = useAction(models.add, {
    success: "Offline embedding model created.",
    navigate: false,
    onSuccess: ({ _id }) => choose(_id),
  });
  const [only, second] = debounced ? [] : (modelsQuery.data?.models ?? []);
  const defaultModelId = defaults.data?.embedding?._id;
  const preset = defaultModelId ?? (defaults.data && !second ? only?._id : undefined);
  const { setValue } = form;
  // The server's preset may arrive after the form was opened.
  useEffect(() => {
    if (!value && preset) setValue("embeddingModelId", preset);
  }, [value, preset, setValue]);
  const options = (modelsQuery.data?.models ?? []).map(({ _id, name, model, embeddingLength }) => ({
    value: _id,
    label: name,
    help: `${model}${embeddingLength ? `, ${embeddingLength} dimensions` : ""}${_id === defaultModelId ? " · your team's default" : ""}`,
  }));
  const none = modelsQuery.data?.models.length === 0 && !debounced;
  return (
    <>
      {none && (
        <Banner
          tone="warning"
          action={
            why(Permission.CREATE_MODEL)
              ? undefined
              : {
                  label: "Use offline embeddings",
                  onSelect: () => void add.run({ params, body: offline }),
                }
          }
        >
          Your team has no embedding models yet.{" "}
          {why(Permission.CREATE_MODEL) ??
            "Connect one from a provider, or start with offline embeddings: they need no key, and match keywords rather than meaning."}
        </Banner>
      )}
      <FormField
        control={form.control}
        name="embeddingModelId"
        label="Embedding model"
        required
        help="Converts chunks to vectors for search. A data source uses one embedding model."
        aside={<AddLink href={`/${slug}/model/add`}>New model</AddLink>}
      >
        {({ onChange, ...field }) => (
          <SearchSelect
            {...field}
            onChange={onChange}
            placeholder="Choose an embedding model"
            emptyText={debounced ? "No matching embedding models." : "Your team has no embedding models yet."}
            options={options}
            stored={value && storedName ? { value, label: storedName } : undefined}
            search={{ text, onChange: search, loading: modelsQuery.isPending }}
          />
        )}
      </FormField>
    </>
  );
}
