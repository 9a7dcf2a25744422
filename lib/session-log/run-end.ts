import type { StatusBody } from "@/lib/contract/session-events/states";

export type RunEnd = "completed" | "cancelled" | "error";

/** Whether a run is over; one that waits for a person is not. */
export const isRunEnd = (runStatus: StatusBody["runStatus"]): runStatus is RunEnd =>
  runStatus === "completed" || runStatus === "cancelled" || runStatus === "error";
