"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ApiError, errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { trash } from "@/lib/contract/trash/calls";
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

/**
 * Restores an item from the trash and shows the result as a toast, even after its page was left. Returns the problem if the item
 * needs another name.
 */
export function useRestore() {
  const queryClient = useQueryClient();
  return async ({ name, ...params }: RestoreInput): Promise<NameProblem | undefined> => {
    try {
      const restored = await call(trash.restore, { params, body: { name } });
      void queryClient.invalidateQueries();
      toast[restored.missing.length > 0 ? "warning" : "success"](describeRestored(restored));
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

/** Returns the button that undoes a deletion, if its response has the id of the deleted item in the trash. */
export function useUndo(): (answer: object, params: Record<string, string> | undefined) => ToastAction | undefined {
  const restore = useRestore();
  return (answer, { resourceSlug } = {}) => {
    if (!("trashId" in answer) || typeof answer.trashId !== "string" || !resourceSlug) return undefined;
    const { trashId } = answer;
    const undo = async () => {
      const problem = await restore({ resourceSlug, trashId });
      if (problem) toast.error(`${problem.message} Restore it from the trash with another name.`);
    };
    return { label: "Undo", run: () => void undo() };
  };
}
