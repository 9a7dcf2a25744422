"use client";

import type { ReactNode } from "react";
import { FormFooter, isConflict } from "@/components/shared/form/form-footer";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { testsets } from "@/lib/contract/testsets/calls";
import type { TestSet } from "@/lib/contract/testsets/schemas";
import { CaseList } from "../cases/case-list";
import { editBit, testedPath } from "../labels";
import { loadSetSchema, type SetValues, toSetValues } from "./set-values";
import { SettingsSection } from "./settings-section";

interface SetFormProps {
  slug: string;
  set: TestSet;
  /** Reloads the form with the stored values. */
  onReload(): void;
  /** Shown above the buttons. */
  children: ReactNode;
}

/** The cases and settings of a test set. */
export function SetForm({ slug, set, onReload, children }: SetFormProps) {
  const { why } = usePermission();
  const form = useContractForm<SetValues, unknown>(loadSetSchema, { defaultValues: toSetValues(set) });
  const edit = useAction(testsets.edit, {
    form,
    navigate: false,
    success: "Test set saved.",
    onSuccess: onReload,
    onError: isConflict,
  });
  useUnsavedGuard(form.formState.isDirty && !edit.done);
  const save = form.handleSubmit(async (body) => {
    await edit.run({
      params: { resourceSlug: slug, testsetId: set._id },
      body: { ...body, version: set.version },
    });
  });
  const disabledReason = why(editBit(set));
  return (
    <form className="grid grid-cols-1 gap-4" onSubmit={save} noValidate>
      <CaseList
        slug={slug}
        value={form.watch("cases")}
        requiredByDefault={form.watch("required")}
        errors={form.formState.errors.cases}
        disabledReason={disabledReason}
        change={(edit) =>
          form.setValue("cases", edit(form.getValues("cases")), {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          })
        }
      />
      <SettingsSection slug={slug} form={form} set={set} />
      {children}
      <FormFooter
        cancel={testedPath(slug, set)}
        submit="Save"
        pending={edit.pending}
        disabledReason={disabledReason}
        error={isConflict(edit.error) ? edit.error : null}
        onReload={onReload}
      />
    </form>
  );
}
