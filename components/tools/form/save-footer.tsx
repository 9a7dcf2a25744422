"use client";

import { FormField } from "@/components/shared/form/form-field";
import { FormFooter } from "@/components/shared/form/form-footer";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Input } from "@/components/ui/input";
import { usePermission } from "@/hooks/account/use-permission";
import type { Tool } from "@/lib/contract/tools/outputs";
import { Permission } from "@/lib/permissions/bits";
import type { CommonContractForm } from "./common-form";

interface SaveFooterProps {
  slug: string;
  form: CommonContractForm;
  tool: Tool | undefined;
  save: { pending: boolean; error: Error | null; saveOnly: () => unknown };
  onReload: (() => void) | undefined;
}

/** The footer of a tool's form: a version note, and whether to apply the revision immediately. */
export function SaveFooter({ slug, form, tool, save, onReload }: SaveFooterProps) {
  const { why } = usePermission();
  const disabledReason = why(tool ? Permission.EDIT_TOOL : Permission.CREATE_TOOL);
  return (
    <FormFooter
      cancel={`/${slug}/tools`}
      submit={tool ? "Save and apply" : "Create tool"}
      pending={save.pending}
      disabledReason={disabledReason}
      error={save.error}
      onReload={onReload}
      notice={
        tool ? (
          <FormField control={form.control} name="note" label={<span className="sr-only">Version note</span>}>
            {({ value = "", ...field }) => (
              <Input {...field} value={value} placeholder="Version note (optional)" maxLength={500} />
            )}
          </FormField>
        ) : (
          <p className="text-muted text-secondary">You can keep testing and editing the tool after you create it.</p>
        )
      }
    >
      {tool && (
        <DisabledTooltip disabledReason={disabledReason}>
          <Button variant="outline" onClick={() => void save.saveOnly()} disabled={save.pending}>
            Save as draft
          </Button>
        </DisabledTooltip>
      )}
    </FormFooter>
  );
}
