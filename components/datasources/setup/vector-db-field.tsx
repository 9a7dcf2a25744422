"use client";

import { FormField } from "@/components/shared/form/form-field";
import { AddLink } from "@/components/shared/page/add-link";
import { OptionSelect } from "@/components/ui/option-select";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import { vectordbs } from "@/lib/contract/vectordbs/calls";
import type { DatasourceForm } from "./form";

const builtIn = { value: builtinVectorDb, label: "Built-in" };

/** Selects the database that stores the vectors. */
export function VectorDbField({ form, slug }: { form: DatasourceForm; slug: string }) {
  const { data } = useEndpoint(vectordbs.list, { params: { resourceSlug: slug }, query: { limit: 100, sort: "name" } });
  const others = (data?.vectorDbs ?? []).filter(({ type }) => type !== "builtin");
  return (
    <FormField
      control={form.control}
      name="vectorDbId"
      label="Vector DB"
      help="Where vectors are stored. The built-in database needs no setup."
      aside={<AddLink href={`/${slug}/vectordb/add`}>New vector DB</AddLink>}
    >
      {({ value, onChange, ref: _ref, ...field }) => (
        <OptionSelect
          {...field}
          value={value ?? builtinVectorDb}
          options={[builtIn, ...others.map(({ _id, name }) => ({ value: _id, label: name }))]}
          onChange={(next) => onChange(next === builtinVectorDb ? null : next)}
        />
      )}
    </FormField>
  );
}
