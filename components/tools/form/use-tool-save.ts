"use client";

import { useRouter } from "next/navigation";
import { use, useRef } from "react";
import { isConflict } from "@/components/shared/form/form-footer";
import { parseRefusal } from "@/components/shared/required-tests/refusal";
import { useAction } from "@/hooks/api/use-action";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { ApiError } from "@/lib/api/api-error";
import type { BodyIn } from "@/lib/contract/base/endpoint";
import { tools } from "@/lib/contract/tools/calls";
import type { Tool } from "@/lib/contract/tools/outputs";
import { toast } from "@/lib/utils/toasts/toast";
import { ReviewContext } from "../revisions/review-context";
import type { CommonForm } from "./common-form";

type AddBody = BodyIn<typeof tools.add>;

/** A form whose values are stored as a tool. */
export type SavedForm = CommonForm & Pick<AddBody, "type" | "definition">;

/** Saves a tool's form: a new tool, or the stored one as its next revision, applied or not. */
export function useToolSave<F extends SavedForm>(
  slug: string,
  form: ContractForm<F>,
  tool: Tool | undefined,
  /** Called after a save; reloads the form with the stored values. */
  onSaved?: () => void,
) {
  const router = useRouter();
  const applies = useRef(true);
  const review = use(ReviewContext);
  const params = { resourceSlug: slug };
  const options = {
    form,
    invalidate: ["agents", "datasources"],
    navigate: false as const,
    // The error of a function name in use is shown at its field.
    onError: (error: ApiError) => isConflict(error) && error.issues.length === 0,
  };
  const add = useAction(tools.add, {
    ...options,
    success: "Tool created.",
    onSuccess: ({ _id }) => router.push(`/${slug}/tool/${_id}`),
  });
  const edit = useAction(tools.edit, {
    ...options,
    onError: (error) => {
      if (!tool || !parseRefusal(error)) return options.onError(error);
      onSaved?.();
      toast.error(`${error.message} Your changes were saved as a draft.`);
      router.push(`/${slug}/tool/${tool._id}?tab=revisions`);
      return true;
    },
    onSuccess: ({ revisionId }) => {
      onSaved?.();
      if (applies.current && review && revisionId) return review(revisionId);
      if (applies.current || !tool) return void toast.success("Tool saved.");
      toast.success("Saved as a draft. Agents keep using the applied revision.");
      router.push(`/${slug}/tool/${tool._id}?tab=revisions`);
    },
  });
  useUnsavedGuard(form.formState.isDirty && !add.done && !edit.done);
  const save = form.handleSubmit(async (values) => {
    if (!tool) return void (await add.run({ params, body: values as AddBody }));
    const { type: _type, definition, ...common } = values;
    const body = { ...common, definition: definition as Record<string, unknown>, version: tool.version };
    await edit.run({ params: { ...params, toolId: tool._id }, body: { ...body, apply: applies.current && !review } });
  });
  return {
    submit: (event?: React.SyntheticEvent) => {
      applies.current = true;
      return save(event);
    },
    saveOnly: () => {
      applies.current = false;
      return save();
    },
    pending: add.pending || add.done || edit.pending,
    error: edit.error instanceof ApiError && parseRefusal(edit.error) ? null : (edit.error ?? add.error),
  };
}
