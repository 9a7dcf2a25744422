import type { AdminOrg, AdminRun } from "@/lib/contract/admin/schemas";

/** What set a plan. */
export const planSourceLabels: Record<AdminOrg["planSource"], string> = {
  set: "Set here",
  subscription: "Subscription",
  trial: "Trial",
  default: "Default",
};

export const runStatusLabels: Record<AdminRun["status"], string> = {
  queued: "Queued",
  running: "Under way",
  waiting: "Waiting for a person",
};
