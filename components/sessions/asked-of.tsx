"use client";

import { useAccount } from "@/context/account";
import type { ThreadRequest } from "@/lib/utils/session-requests";

const then: Record<string, string> = {
  end: "the run ends",
  reject: "the run goes on without",
  pass: "somebody else is asked",
};

interface AskedOfProps {
  request: Pick<ThreadRequest, "assignee" | "deadline" | "onDeadline">;
  /** Of the person whom it is for, where that is known. */
  name?: string | null | undefined;
}

/** Whom a question is for and until when, where that is said. */
export function AskedOf({ request: { assignee, deadline, onDeadline }, name }: AskedOfProps) {
  const { account } = useAccount();
  const mine = assignee?.type === "account" && assignee.accountId === account?._id;
  const who =
    assignee?.type === "role"
      ? `For whoever has the role ${assignee.role}`
      : assignee?.type === "account"
        ? mine
          ? "For you"
          : `For ${name ?? assignee.name ?? "one person"}, or a team admin`
        : undefined;
  if (!who && !deadline) return null;
  return (
    <p className="text-label text-muted">
      {who}
      {who && deadline && " · "}
      {deadline && (
        <>
          {who ? "until" : "Until"} <time dateTime={deadline}>{momentOf(deadline)}</time>, then{" "}
          {then[onDeadline ?? "end"]}
        </>
      )}
    </p>
  );
}

const momentOf = (at: string): string =>
  new Date(at).toLocaleString(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
