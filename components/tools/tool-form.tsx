"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { AddLink } from "@/components/shared/add-link";
import { FormField } from "@/components/shared/form-field";
import { FormFooter, isConflict } from "@/components/shared/form-footer";
import { FormSection } from "@/components/shared/form-section";
import { IconField } from "@/components/shared/icon-field";
import { Input } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { usePermission } from "@/hooks/use-permission";
import { useUnsavedGuard } from "@/hooks/use-unsaved-guard";
import type { ApiError } from "@/lib/api/api-error";
import { passagesDefault } from "@/lib/constants/datasources";
import { tools } from "@/lib/contract/calls/tools";
import type { Tool } from "@/lib/contract/tools";
import { Permission } from "@/lib/permissions/bits";
import { DatasourceSelect } from "./datasource-select";
import { ToolRetriever } from "./tool-retriever";

interface ToolFormProps {
  slug: string;
  /** The stored tool, when one is edited. */
  tool?: Tool;
  /** The connection that a new one begins with. */
  datasourceId?: string | null;
  /** Opens the form with what is stored now. */
  onReload?: () => void;
}

const retriever = { type: "raw" as const, k: passagesDefault, scoreThreshold: 0, hybrid: true, filters: [] };

function defaults(tool: Tool | undefined, datasourceId: string) {
  const { name = "", description = "", functionName, requireApproval = false, iconId = null } = tool ?? {};
  return {
    ...{ name, description, functionName, requireApproval, iconId, type: "rag" as const },
    definition: tool?.definition ?? { datasourceId, retriever },
  };
}

/** Adds or edits a tool that looks for passages. */
export function ToolForm({ slug, tool, datasourceId, onReload }: ToolFormProps) {
  const router = useRouter();
  const { why } = usePermission();
  const form = useContractForm(async () => (await import("@/lib/contract/tools")).toolForm, {
    defaultValues: defaults(tool, datasourceId ?? ""),
  });
  const params = { resourceSlug: slug };
  const options = {
    form,
    invalidate: ["agents", "datasources"],
    navigate: false as const,
    onSuccess: () => router.push(`/${slug}/tools`),
    // A function's name that is taken is told at its field.
    onError: (error: ApiError) => isConflict(error) && error.issues.length === 0,
  };
  const add = useAction(tools.add, { ...options, success: "Tool added." });
  const edit = useAction(tools.edit, { ...options, success: "Tool saved." });
  useUnsavedGuard(form.formState.isDirty && !add.done && !edit.done);
  const save = form.handleSubmit(async (values) => {
    const { type: _type, ...body } = values;
    if (tool) await edit.run({ params: { ...params, toolId: tool._id }, body: { ...body, version: tool.version } });
    else await add.run({ params, body: values });
  });
  const chosen = form.watch("definition.datasourceId");
  return (
    <form className="grid gap-4" onSubmit={save} noValidate>
      <FormSection title="What it is">
        <FormField control={form.control} name="iconId" label="Icon" group>
          {({ value, onChange }) => (
            <IconField
              slug={slug}
              name={form.watch("name")}
              iconId={value ?? null}
              filename={tool?.icon?.filename}
              onChange={onChange}
            />
          )}
        </FormField>
        <FormField control={form.control} name="name" label="Name" required help="What your team calls it.">
          {(field) => <Input {...field} autoFocus autoComplete="off" maxLength={100} />}
        </FormField>
        <FormField
          control={form.control}
          name="functionName"
          label="Function name"
          help="What models call it: letters, digits, - and _. Left empty, it is made from the name."
        >
          {({ onChange, value, ...field }) => (
            <Input
              {...field}
              value={value ?? ""}
              className="font-mono text-secondary"
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
            />
          )}
        </FormField>
        <FormField
          control={form.control}
          name="description"
          label="Description"
          help="When to use it and what it answers. This is what a model decides by: “Rules and opening hours of the harbour. Use it for every question about boats.”"
        >
          {(field) => <Textarea {...field} rows={3} />}
        </FormField>
        <FormField
          control={form.control}
          name="requireApproval"
          label="Ask a person before each use"
          help="The agent then waits until somebody allows the search."
        >
          {({ value, onChange, ref: _ref, ...field }) => (
            <Switch {...field} checked={value ?? false} onCheckedChange={onChange} />
          )}
        </FormField>
      </FormSection>
      <FormSection
        title="Where it looks"
        description={
          chosen && (
            <>
              Try questions in the{" "}
              <Link
                href={`/${slug}/datasource/${chosen}?tab=bench`}
                className="text-accent underline underline-offset-2"
              >
                test bench of the connection
              </Link>
              .
            </>
          )
        }
      >
        <FormField
          control={form.control}
          name="definition.datasourceId"
          label="Connection"
          required
          aside={<AddLink href={`/${slug}/connections/add`}>Add a connection</AddLink>}
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
      </FormSection>
      <FormFooter
        cancel={`/${slug}/tools`}
        submit={tool ? "Save" : "Add tool"}
        pending={add.pending || edit.pending || add.done || edit.done}
        why={why(tool ? Permission.EDIT_TOOL : Permission.CREATE_TOOL)}
        error={edit.error}
        onReload={onReload}
      />
    </form>
  );
}
