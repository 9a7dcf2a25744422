import { ApiError, errorMessage } from "@/lib/api/api-error";
import { toast } from "@/lib/utils/toast";

/** Whether an answer was taken; else what is wrong with it, or false where that has been shown in passing. */
export type Answered = boolean | { path: string; message: string }[];

/** Sends an answer. */
export async function answered(send: () => Promise<unknown>): Promise<Answered> {
  try {
    await send();
    return true;
  } catch (error) {
    const issues = error instanceof ApiError ? error.issues : [];
    if (issues.length > 0 && issues.every(({ path }) => /^(args|input)\b/.test(path))) return issues;
    toast.error(errorMessage(error));
    return false;
  }
}
