import { ApiError, errorMessage } from "@/lib/api/api-error";
import { toast } from "@/lib/utils/toasts/toast";

/** True: accepted. A list: its validation errors. False: failed, and the error is already shown. */
export type AnswerResult = boolean | { path: string; message: string }[];

/** Sends an answer and returns whether it was accepted. */
export async function sendAnswer(send: () => Promise<unknown>): Promise<AnswerResult> {
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
