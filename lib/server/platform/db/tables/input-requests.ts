import { isNotNull } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { RequestKind } from "@/lib/contract/session-events/requests";
import { type Assignee, deadlineActions } from "@/lib/contract/sessions/input-request-rules";
import { at, belongsTo } from "./columns";
import { sessions } from "./sessions";

/** Open input requests of runs. Deleted with the response or the end of the run; the log keeps both. */
export const inputRequests = pgTable(
  "input_requests",
  {
    id: text().primaryKey(),
    teamId: text().notNull(),
    sessionId: belongsTo(() => sessions.id),
    runId: text().notNull(),
    /** Seq of the requesting event, whose body has the details. */
    seq: bigint({ mode: "number" }).notNull(),
    kind: text().$type<RequestKind>().notNull(),
    assigneeType: text({ enum: ["anyone", "role", "account"] }).notNull(),
    /** The role or the account. */
    assigneeId: text(),
    deadline: at(),
    minutes: integer(),
    onDeadline: text({ enum: deadlineActions }).notNull().default("end"),
    passTo: jsonb().$type<Assignee>(),
    date: at().notNull().defaultNow(),
  },
  (t) => [
    index("input_requests_team").on(t.teamId, t.date, t.seq, t.id),
    index("input_requests_run").on(t.runId),
    index("input_requests_session").on(t.sessionId),
    index("input_requests_deadline").on(t.deadline).where(isNotNull(t.deadline)),
  ],
);
