import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, belongsTo } from "./columns";
import { sessions } from "./sessions";

/** Ratings of answers. */
export const messageFeedback = pgTable(
  "message_feedback",
  {
    messageId: text().notNull(),
    sessionId: belongsTo(() => sessions.id),
    /** The account, or the visitor's token id. */
    by: text().notNull(),
    value: integer().notNull(),
    reason: text(),
    at: at().notNull().defaultNow(),
    /** Copied from the session and the message, for statistics. */
    teamId: text(),
    agentId: text(),
    /** The number of the agent's revision that answered. */
    agentRevision: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.by] }),
    index("message_feedback_session").on(t.sessionId),
    index("message_feedback_team").on(t.teamId, t.at),
  ],
);
