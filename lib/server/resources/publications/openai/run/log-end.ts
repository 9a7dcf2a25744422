import type { Db } from "../../../../platform/db/client";
import type { AppError } from "../../../../platform/errors/errors";
import { toOpenAiStatus } from "../../../../platform/errors/openai-error";
import { log } from "../../../../platform/log/log";
import { endCall } from "../../log";
import type { ResponseLog } from "../stream/response-log";

const statuses = {
  queued: "running",
  in_progress: "running",
  completed: "completed",
  incomplete: "completed",
  failed: "error",
  cancelled: "cancelled",
} as const;

/** The status of a client that left before the end. */
const leftStatus = 499;

interface End {
  error?: AppError;
  left?: boolean;
}

/** Records how a call has ended. A failure is only logged, because the response is already sent. */
export function logEnd(db: Db, callId: string, response: ResponseLog, { error, left = false }: End = {}): void {
  const { status, error: failure } = response.state;
  const isOpen = status === "in_progress";
  const httpStatus = isOpen && left ? leftStatus : error ? toOpenAiStatus(error) : 200;
  const ended = { status: error ? ("error" as const) : statuses[status], httpStatus };
  const message = error?.message ?? failure?.message;
  void endCall(db, callId, { ...ended, ...(message && { error: message }) }).catch((err: unknown) =>
    log().warn({ err }, "the end of a publication's call was not recorded"),
  );
}
