import { integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import type { AgentDefinition } from "@/lib/contract/agents/definition";
import { agents } from "./agents";
import { at } from "./columns";

/** The revisions of agents. Immutable, except for the draft, which has no number until it is applied. */
export const agentRevisions = pgTable(
  "agent_revisions",
  {
    id: text().primaryKey(),
    agentId: text()
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    /** Consecutive within the agent, from 1. Null: the draft. */
    number: integer(),
    definition: jsonb().$type<AgentDefinition>().notNull(),
    note: text().notNull().default(""),
    createdBy: text(),
    /** When it was applied; when a draft was saved. */
    date: at().notNull().defaultNow(),
  },
  // With at most one draft.
  (t) => [unique("agent_revisions_number").on(t.agentId, t.number).nullsNotDistinct()],
);
