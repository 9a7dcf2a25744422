"use client";

import Link from "next/link";
import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { AddLink } from "@/components/shared/page/add-link";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { passagesDefault } from "@/lib/constants/datasources";
import type { Tool } from "@/lib/contract/tools/outputs";
import { DatasourceSelect } from "../datasource-select";
import { ToolRetriever } from "../tool-retriever";
import { commonDefaults, type ToolFormProps, toCommonForm } from "./common-form";
import { IdentityFields } from "./identity-fields";
import { ToolFooter } from "./tool-footer";
import { UseFields } from "./use-fields";
import { useToolSave } from "./use-tool-save";

type RagTool = Extract<Tool, { type: "rag" }>;

const retriever = { type: "raw" as const, k: passagesDefault, scoreThreshold: 0, hybrid: true, filters: [] };

interface RagFormProps extends ToolFormProps<RagTool> {
  /** The preset connection of a new tool. */
  datasourceId?: string | null;
}

/** Adds or edits a retrieval tool. */
export function RagForm({ slug, tool, datasourceId, onReload }: RagFormProps) {
  const form = useContractForm(async () => (await import("@/lib/contract/tools/forms")).ragForm, {
    defaultValues: {
      ...commonDefaults(tool, true),
      type: "rag" as const,
      definition: tool?.definition ?? { datasourceId: datasourceId ?? "", retriever },
    },
  });
  const save = useToolSave(slug, form, tool, onReload);
  const chosen = form.watch("definition.datasourceId");
  return (
    <form className="grid w-full max-w-form gap-4" onSubmit={save.submit} noValidate>
      <IdentityFields
        slug={slug}
        form={toCommonForm(form)}
        tool={tool}
        example="Rules and opening hours of the harbor. Use it for every question about boats."
      />
      <FormSection
        title="Search"
        description={
          chosen && (
            <>
              Try questions in{" "}
              <Link
                href={`/${slug}/datasource/${chosen}?tab=bench`}
                className="text-accent underline underline-offset-2"
              >
                the data source's test bench
              </Link>
              .
            </>
          )
        }
      >
        <FormField
          control={form.control}
          name="definition.datasourceId"
          label="Data source"
          required
          aside={<AddLink href={`/${slug}/connections/add`}>New data source</AddLink>}
        >
          {(field) => (
            <DatasourceSelect
              {...field}
              slug={slug}
              stored={
                tool?.datasourceName ? { value: tool.definition.datasourceId, label: tool.datasourceName } : undefined
              }
            />
          )}
        </FormField>
        <ToolRetriever form={form} />
        <UseFields {...toCommonForm(form)} />
      </FormSection>
      <ToolFooter slug={slug} form={toCommonForm(form)} tool={tool} save={save} onReload={onReload} />
    </form>
  );
}
