import { and, eq, inArray, ne } from "drizzle-orm";
import type { Tx } from "../../../platform/db/client";
import { defineQuery } from "../../../platform/db/query/define-query";
import { runs, type sessions } from "../../../platform/db/tables/sessions";
import { AppError } from "../../../platform/errors/errors";
import { openStates } from "../lease/lease";
import { loadRequests } from "./requests";

type Session = Pick<typeof sessions.$inferSelect, "id" | "appType">;

const selectOpenRun = defineQuery<{ sessionId: string; exceptId: string }>()((db, value) =>
  db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(eq(runs.sessionId, value("sessionId")), inArray(runs.status, openStates), ne(runs.id, value("exceptId"))),
    )
    .limit(1),
);

/** Throws while the session, whose row is locked, has another unfinished run. */
export async function assertIdle(tx: Tx, { id: sessionId, appType }: Session, exceptId: string): Promise<void> {
  const [run] = await selectOpenRun(tx, { sessionId, exceptId });
  if (!run) return;
  const open = (await loadRequests(tx, { id: run.id, sessionId })).filter(({ answered }) => !answered);
  const busy = appType === "process" ? "The process is still running." : "The agent is still answering.";
  if (open.length === 0) throw new AppError("conflict", `${busy} Wait for it to finish or cancel it first.`);
  const inputRequests = open.map(({ requestId, kind, name, text }) => ({ requestId, kind, name, text }));
  const names = [...new Set(open.map(({ name }) => name))].join(", ");
  throw new AppError("conflict", `The agent needs a response about ${names}. Respond or cancel the run first.`, {
    data: { inputRequests },
  });
}
