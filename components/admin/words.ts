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

const anyNumber = 1_000_000;

/** A limit of a plan, which may be none at all. */
export const planAmount = (limit: number): string => (limit >= anyNumber ? "Any number of" : `${limit}`);
