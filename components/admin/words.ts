import type { AdminOrg, AdminRun } from "@/lib/contract/admin";

/** Where a plan comes from. */
export const planSourceText: Record<AdminOrg["planSource"], string> = {
  set: "Set here",
  subscription: "Subscription",
  trial: "Trial",
  default: "Default",
};

export const runStatusText: Record<AdminRun["status"], string> = {
  queued: "Queued",
  running: "Under way",
  waiting: "Waiting for a person",
};
