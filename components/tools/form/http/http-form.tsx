"use client";

import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { RequiredNumber } from "@/components/shared/form/number-input";
import { buildSample } from "@/components/shared/schema/parameter-rows";
import { Segmented } from "@/components/ui/segmented";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import type { Tool } from "@/lib/contract/tools/outputs";
import { commonDefaults, type ToolFormProps, toCommonForm } from "../common-form";
import { ToolEditor } from "../tool-editor";
import { UseFields } from "../use-fields";
import { HttpAuthFields } from "./http-auth-fields";
import { HttpRequestFields } from "./http-request-fields";
import { initialDocument, initialRequest } from "./http-starters";
import { OpenApiFields } from "./open-api-fields";

type HttpTool = Extract<Tool, { type: "http" }>;

/** Adds or edits a tool that calls a service. */
export function HttpForm({ slug, tool, onReload }: ToolFormProps<HttpTool>) {
  const form = useContractForm(async () => (await import("@/lib/contract/tools/forms")).httpForm, {
    defaultValues: {
      ...commonDefaults(tool, false),
      type: "http" as const,
      definition: tool?.definition ?? initialDocument,
    },
  });
  const { control, watch, setValue, getValues } = form;
  const source = watch("definition.source");
  const choose = (next: "openapi" | "request") => {
    const { auth, timeoutMs } = getValues("definition");
    setValue(
      "definition",
      { ...(next === "openapi" ? initialDocument : initialRequest), auth, timeoutMs },
      { shouldDirty: true },
    );
  };
  return (
    <ToolEditor
      slug={slug}
      form={form}
      tool={tool}
      onReload={onReload}
      example="The harbor's booking service. Use it to find and book berths."
      firstTest={{
        type: "http",
        sample: buildSample(watch("definition.parameters")),
        disabledReason: source === "openapi" ? "Operations can be tested after the tool is created." : undefined,
      }}
    >
      <FormSection title="Request">
        <div>
          <Segmented
            label="Service definition"
            value={source}
            onChange={choose}
            options={[
              { value: "openapi", label: "OpenAPI document" },
              { value: "request", label: "Single request" },
            ]}
          />
        </div>
        {source === "openapi" ? <OpenApiFields slug={slug} form={form} /> : <HttpRequestFields form={form} />}
      </FormSection>
      <FormSection title="Settings">
        <HttpAuthFields form={form} />
        <FormField control={control} name="definition.timeoutMs" label="Timeout (ms)" help="1,000 to 120,000.">
          {(field) => <RequiredNumber {...field} min={1_000} max={120_000} step={1_000} />}
        </FormField>
        <UseFields {...toCommonForm(form)} />
      </FormSection>
    </ToolEditor>
  );
}
