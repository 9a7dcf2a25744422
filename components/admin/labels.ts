import type { AdminOrg, AdminRun } from "@/lib/contract/admin/schemas";

/** Where an organization's plan comes from. */
export const planSourceLabels: Record<AdminOrg["planSource"], string> = {
  set: "Override",
  subscription: "Subscription",
  trial: "Trial",
  default: "Default",
};

export const runStatusLabels: Record<AdminRun["status"], string> = {
  queued: "Queued",
  running: "Running",
  waiting: "Needs response",
};
