"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ApiError, errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { trash } from "@/lib/contract/trash/calls";
import { pluralize } from "@/lib/utils/text/pluralize";
import { describeRestored } from "@/lib/utils/text/restored-text";
import { type ToastAction, toast } from "@/lib/utils/toasts/toast";

interface RestoreInput {
  resourceSlug: string;
  trashId: string;
  /** If the item's own name is taken. */
  name?: string;
}

/** Why an item can't have its name. */
export interface NameProblem {
  message: string;
  /** The name to offer. */
  proposal: string;
}

const showRestored = (restored: ResponseBody<typeof trash.restore>): void =>
  toast[restored.missing.length > 0 ? "warning" : "success"](describeRestored(restored));

/**
 * Restores an item from the trash and shows the result as a toast, even after its page was left. Returns the problem if the item
 * needs another name.
 */
export function useRestore() {
  const queryClient = useQueryClient();
  return async ({ name, ...params }: RestoreInput, show = showRestored): Promise<NameProblem | undefined> => {
    try {
      show(await call(trash.restore, { params, body: { name } }));
      void queryClient.invalidateQueries();
    } catch (error) {
      if (error instanceof ApiError && error.redirected) return undefined;
      const message = errorMessage(error);
      const proposal = findProposal(error, name);
      if (proposal !== undefined) return { message, proposal };
      toast.error(message);
    }
    return undefined;
  };
}

/** The server's proposal, or the name that it has rejected. */
function findProposal(error: unknown, name: string | undefined): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (typeof error.data.name === "string") return error.data.name;
  return error.issues.some(({ path }) => path === "name") ? name : undefined;
}

const listTrashIds = (answers: readonly unknown[]): string[] =>
  answers.flatMap((answer) =>
    typeof answer === "object" && answer && "trashId" in answer && typeof answer.trashId === "string"
      ? [answer.trashId]
      : [],
  );

/** Returns the button that undoes deletions, whose responses have the ids of the deleted items in the trash. */
export function useUndo() {
  const restore = useRestore();
  return (answers: readonly unknown[], resourceSlug: string | undefined): ToastAction | undefined => {
    const trashIds = listTrashIds(answers);
    if (trashIds.length === 0 || !resourceSlug) return undefined;
    const undo = async () => {
      let count = 0;
      const countRestored = () => {
        count += 1;
      };
      const show = trashIds.length > 1 ? countRestored : showRestored;
      for (const trashId of trashIds) {
        const problem = await restore({ resourceSlug, trashId }, show);
        if (problem) toast.error(`${problem.message} Restore the deleted item from the trash with a different name.`);
      }
      if (count > 0) toast.success(`${pluralize(count, "item")} restored.`);
    };
    return { label: "Undo", run: () => void undo() };
  };
}
