"use client";

import { useAccount } from "@/context/account";
import type { ThreadRequest } from "@/lib/session-log/requests";

const deadlineTexts: Record<string, string> = {
  end: "the run fails",
  reject: "the run continues without it",
  pass: "the request is reassigned",
};

interface RequestAssigneeProps {
  request: Pick<ThreadRequest, "assignee" | "deadline" | "onDeadline">;
  /** The assignee's name, if known. */
  name?: string | null | undefined;
}

/** The assignee and the deadline of an input request, if it has any. */
export function RequestAssignee({ request: { assignee, deadline, onDeadline }, name }: RequestAssigneeProps) {
  const { account } = useAccount();
  const mine = assignee?.type === "account" && assignee.accountId === account?._id;
  const assigneeText =
    assignee?.type === "role"
      ? `For anyone with the ${assignee.role} role`
      : assignee?.type === "account"
        ? mine
          ? "For you"
          : `For ${name ?? assignee.name ?? "a specific person"} or a team admin`
        : undefined;
  if (!assigneeText && !deadline) return null;
  return (
    <p className="text-label text-muted">
      {assigneeText}
      {assigneeText && deadline && " · "}
      {deadline && (
        <>
          {assigneeText ? "until" : "Until"} <time dateTime={deadline}>{formatMoment(deadline)}</time>, then{" "}
          {deadlineTexts[onDeadline ?? "end"]}
        </>
      )}
    </p>
  );
}

const formatMoment = (at: string): string =>
  new Date(at).toLocaleString(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
