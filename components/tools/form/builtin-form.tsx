"use client";

import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { RequiredNumber } from "@/components/shared/form/number-input";
import { AddLink } from "@/components/shared/page/add-link";
import { RetrieverFields } from "@/components/shared/retrieval/retriever-fields";
import { Input } from "@/components/ui/input";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { type BuiltinId, builtinLibrary } from "@/lib/constants/builtin-tools";
import { passagesDefault } from "@/lib/constants/datasources";
import type { Tool } from "@/lib/contract/tools/outputs";
import { DatasourceSelect } from "../datasource-select";
import { commonDefaults, type ToolFormProps, toCommonForm } from "./common-form";
import { ToolEditor } from "./tool-editor";
import { UseFields } from "./use-fields";

type BuiltinTool = Extract<Tool, { type: "builtin" }>;
type Definition = BuiltinTool["definition"];

const retriever = { type: "raw" as const, k: passagesDefault, scoreThreshold: 0, hybrid: true, filters: [] };
const timeoutMs = 30_000;

const initialDefinitions: { [K in BuiltinId]: Extract<Definition, { builtin: K }> } = {
  webPage: { builtin: "webPage", settings: {}, timeoutMs },
  wikipedia: { builtin: "wikipedia", settings: { language: "en", results: 5 }, timeoutMs },
  arxiv: { builtin: "arxiv", settings: { results: 5 }, timeoutMs },
  calculator: { builtin: "calculator", settings: {}, timeoutMs },
  dateTime: { builtin: "dateTime", settings: { timeZone: "UTC" }, timeoutMs },
  datasource: { builtin: "datasource", settings: { datasourceId: "", retriever }, timeoutMs },
};

/** Sample arguments for a new tool. */
const samples: Record<BuiltinId, object> = {
  webPage: { url: "https://example.com" },
  wikipedia: { query: "Lighthouse" },
  arxiv: { query: "tides" },
  calculator: { formula: "(1.2 + 3/4) * 2^10" },
  dateTime: { operation: "now" },
  datasource: { query: "" },
};

interface BuiltinFormProps extends ToolFormProps<BuiltinTool> {
  /** The library entry of a new tool. */
  builtin: BuiltinId;
}

/** Adds or edits a tool of the library. */
export function BuiltinForm({ slug, tool, builtin, onReload }: BuiltinFormProps) {
  const entry = builtinLibrary.find(({ id }) => id === (tool?.definition.builtin ?? builtin));
  const form = useContractForm(async () => (await import("@/lib/contract/tools/forms")).builtinForm, {
    defaultValues: {
      ...commonDefaults(tool, entry?.repeatable ?? true),
      ...(!tool && { name: entry?.name ?? "" }),
      type: "builtin" as const,
      definition: tool?.definition ?? initialDefinitions[builtin],
    },
  });
  const { control, watch, setValue, formState } = form;
  const kind = watch("definition.builtin");
  const chosen = watch("definition.settings.retriever");
  return (
    <ToolEditor
      slug={slug}
      form={form}
      tool={tool}
      onReload={onReload}
      firstTest={{ type: "builtin", sample: samples[kind] }}
    >
      <FormSection title={entry?.name ?? "Settings"} description={entry?.description}>
        {kind === "wikipedia" && (
          <FormField
            control={control}
            name="definition.settings.language"
            label="Language"
            help="Language code as in Wikipedia URLs, e.g. en, de or pt."
          >
            {({ value = "", ...field }) => <Input {...field} value={value} className="max-w-32" />}
          </FormField>
        )}
        {(kind === "wikipedia" || kind === "arxiv") && (
          <FormField control={control} name="definition.settings.results" label="Max results">
            {({ value, ...field }) => <RequiredNumber {...field} value={value} min={1} max={20} />}
          </FormField>
        )}
        {kind === "dateTime" && (
          <FormField
            control={control}
            name="definition.settings.timeZone"
            label="Time zone"
            help="Default time zone, e.g. Europe/Berlin or UTC."
          >
            {({ value = "", ...field }) => <Input {...field} value={value} className="max-w-64" />}
          </FormField>
        )}
        {kind === "datasource" && (
          <>
            <FormField
              control={control}
              name="definition.settings.datasourceId"
              label="Data source"
              required
              aside={<AddLink href={`/${slug}/connections/add`}>New data source</AddLink>}
            >
              {({ value = "", ...field }) => <DatasourceSelect {...field} value={value} slug={slug} />}
            </FormField>
            <RetrieverFields
              value={{ ...retriever, ...chosen }}
              onChange={(next) =>
                setValue("definition.settings.retriever", next, {
                  shouldDirty: true,
                  shouldValidate: formState.isSubmitted,
                })
              }
            />
          </>
        )}
        <UseFields {...toCommonForm(form)} />
      </FormSection>
    </ToolEditor>
  );
}
