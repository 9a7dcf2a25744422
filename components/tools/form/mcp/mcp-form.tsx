"use client";

import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { RequiredNumber } from "@/components/shared/form/number-input";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import type { ApiError } from "@/lib/api/api-error";
import { tools } from "@/lib/contract/tools/calls";
import type { Tool } from "@/lib/contract/tools/outputs";
import { commonDefaults, type ToolFormProps, toCommonForm } from "../common-form";
import { findMessage } from "../field-error";
import { ToolEditor } from "../tool-editor";
import { UseFields } from "../use-fields";
import { SecretValues } from "../values/secret-values";
import { McpFunctions } from "./mcp-functions";

type McpToolOf = Extract<Tool, { type: "mcp" }>;

const initialDefinition = { url: "", headers: {}, allowedTools: [], approvalTools: [], tools: [], timeoutMs: 30_000 };

/** Adds or edits a tool with functions of an MCP server. */
export function McpForm({ slug, tool, onReload }: ToolFormProps<McpToolOf>) {
  const form = useContractForm(async () => (await import("@/lib/contract/tools/forms")).mcpForm, {
    defaultValues: {
      ...commonDefaults(tool, false),
      type: "mcp" as const,
      definition: tool?.definition ?? initialDefinition,
    },
  });
  const { control, watch, setValue, getValues, formState } = form;
  const functions = watch("definition.tools") ?? [];
  const discovery = useAction(tools.discover, {
    form: {
      // In this form the fields are below `definition`.
      showIssues: (error: ApiError) => {
        for (const { path, message } of error.issues)
          form.setError(`definition.${path || "url"}` as "definition.url", { type: "server", message });
        if (error.issues.length === 0) form.setError("definition.url", { type: "server", message: error.message });
        return true;
      },
    },
    onSuccess: ({ tools: offered }) => {
      form.clearErrors(["definition.url", "definition.allowedTools"]);
      const names = new Set(offered.map(({ name }) => name));
      const keepDiscovered = (chosen: string[] = []) => chosen.filter((name) => names.has(name));
      setValue("definition.tools", offered, { shouldDirty: true });
      setValue("definition.allowedTools", keepDiscovered(getValues("definition.allowedTools")), { shouldDirty: true });
      setValue("definition.approvalTools", keepDiscovered(getValues("definition.approvalTools")), {
        shouldDirty: true,
      });
    },
  });
  const discover = () => {
    const { url, headers = {} } = getValues("definition");
    void discovery.run({ params: { resourceSlug: slug }, body: { url, headers, ...(tool && { toolId: tool._id }) } });
  };
  const headerErrors = formState.errors.definition?.headers;
  return (
    <ToolEditor
      slug={slug}
      form={form}
      tool={tool}
      onReload={onReload}
      example="The harbor's MCP server. Its functions have their own descriptions."
    >
      <FormSection title="Server" description="A Model Context Protocol server over Streamable HTTP.">
        <FormField control={control} name="definition.url" label="URL" required>
          {(field) => (
            <Input
              {...field}
              type="url"
              inputMode="url"
              placeholder="https://example.com/mcp"
              autoComplete="off"
              onKeyDown={(event) => {
                if (event.key !== "Enter" || functions.length > 0) return;
                event.preventDefault();
                discover();
              }}
            />
          )}
        </FormField>
        <FormField
          control={control}
          name="definition.headers"
          label="Headers"
          group
          help="Such as Authorization. Values are encrypted; {name} inserts a team variable."
        >
          {({ value, onChange }) => (
            <SecretValues
              value={value ?? {}}
              kind="header"
              example="Authorization"
              onChange={onChange}
              getError={(name) => findMessage(headerErrors, name)}
            />
          )}
        </FormField>
        <div>
          <Button variant="outline" loading={discovery.pending} onClick={discover}>
            {functions.length > 0 ? "Reload" : "Load functions"}
          </Button>
        </div>
      </FormSection>
      <FormSection title="Functions" description="Agents see the functions you select, with the server's descriptions.">
        <FormField
          control={control}
          name="definition.allowedTools"
          label="Available to agents"
          group
          help={tool && "Only selected functions are stored. Reload to see all."}
        >
          {({ value = [], onChange, ref }) => (
            <McpFunctions
              ref={ref}
              functions={functions}
              allowed={value}
              approval={watch("definition.approvalTools") ?? []}
              onAllowed={onChange}
              onApproval={(names) => setValue("definition.approvalTools", names, { shouldDirty: true })}
            />
          )}
        </FormField>
        <FormField control={control} name="definition.timeoutMs" label="Timeout (ms)" help="1,000 to 120,000.">
          {(field) => <RequiredNumber {...field} min={1_000} max={120_000} step={1_000} />}
        </FormField>
        <UseFields {...toCommonForm(form)} someNeedApproval={(watch("definition.approvalTools") ?? []).length > 0} />
      </FormSection>
    </ToolEditor>
  );
}
