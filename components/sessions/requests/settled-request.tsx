"use client";

import { Check, CircleHelp } from "lucide-react";
import type { ThreadRequest } from "@/lib/session-log/requests";
import { budgetOutcome } from "./budget-outcome";

const decisionLabels: Record<string, string> = { approve: "retried", reject: "skipped" };

export function SettledRequest({ request }: { request: ThreadRequest }) {
  const { name, answer, kind } = request;
  const outcome =
    kind === "budget"
      ? budgetOutcome(request)
      : kind === "form"
        ? formOutcome(request)
        : kind === "approval"
          ? approvalOutcome(request)
          : answer
            ? `${answer.by} ${decisionLabels[answer.decision] ?? answer.decision} ${name}${answer.reason ? `: ${answer.reason}` : ""}`
            : `The run ended before anyone decided whether to retry ${name}`;
  const Icon = answer ? Check : CircleHelp;
  return (
    <p className="flex items-start gap-2 text-muted text-secondary">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />{" "}
      <span className="min-w-0 break-words">{outcome.replace(/\.$/, "")}.</span>
    </p>
  );
}

function approvalOutcome({ name, approval, answer }: ThreadRequest): string {
  if (!approval) return answer ? "The team reviewed the next step" : "The run ended before the team reviewed it";
  if (!answer) return `The run ended before anyone approved or rejected the call to ${name}`;
  const { by, decision, changed, reason } = answer;
  const verbs: Record<string, string> = { approve: "approved", reject: "rejected", respond: "provided the result of" };
  const changes = changed ? " with changed arguments" : "";
  return `${by} ${verbs[decision] ?? decision} the call to ${name}${changes}${reason ? `: ${reason}` : ""}`;
}

function describeDecision(name: string, { by, decision, values, reason }: NonNullable<ThreadRequest["answer"]>) {
  const chosen = values?.decision;
  const declined = decision === "reject" ? `took the default case of “${name}”` : `decided “${name}”`;
  const what = chosen ? `chose “${chosen}” in “${name}”` : declined;
  const why = [reason, values?.comment].filter(Boolean).join(" ");
  return why ? `${by} ${what}: ${why}` : `${by} ${what}`;
}

function formOutcome({ name, form, answer }: ThreadRequest): string {
  if (form?.decides) return answer ? describeDecision(name, answer) : `The run ended before anyone decided “${name}”`;
  if (!answer) return `The run ended before anyone completed the form for ${name}`;
  const verb = answer.decision === "reject" ? "skipped" : "completed";
  return `${answer.by} ${verb} the form for ${name}${answer.reason ? `: ${answer.reason}` : ""}`;
}
