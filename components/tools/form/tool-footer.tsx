"use client";

import { FormField } from "@/components/shared/form/form-field";
import { NoteInput } from "@/components/shared/revisions/note-input";
import { SaveFooter } from "@/components/shared/revisions/save-footer";
import { usePermission } from "@/hooks/account/use-permission";
import type { Tool } from "@/lib/contract/tools/outputs";
import { Permission } from "@/lib/permissions/bits";
import type { CommonContractForm } from "./common-form";

interface ToolFooterProps {
  slug: string;
  form: CommonContractForm;
  tool: Tool | undefined;
  save: { pending: boolean; error: Error | null; saveOnly: () => unknown };
  onReload: (() => void) | undefined;
}

/** The footer of a tool's form: a version note, and whether to apply the revision immediately. */
export function ToolFooter({ slug, form, tool, save, onReload }: ToolFooterProps) {
  const { why } = usePermission();
  const disabledReason = why(tool ? Permission.EDIT_TOOL : Permission.CREATE_TOOL);
  return (
    <SaveFooter
      cancel={`/${slug}/tools`}
      create={tool ? undefined : "Create tool"}
      pending={save.pending}
      disabledReason={disabledReason}
      error={save.error}
      onReload={onReload}
      onSaveDraft={() => void save.saveOnly()}
      notice={
        tool ? (
          <FormField control={form.control} name="note" label={<span className="sr-only">Version note</span>}>
            {({ value = "", ...field }) => <NoteInput {...field} value={value} />}
          </FormField>
        ) : (
          <p className="text-muted text-secondary">You can keep testing and editing the tool after you create it.</p>
        )
      }
    />
  );
}
