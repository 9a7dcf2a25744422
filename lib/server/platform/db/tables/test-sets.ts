import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { EvaluationSubject, PendingApply } from "@/lib/contract/evaluations/subject";
import type { TestCase } from "@/lib/contract/testsets/cases";
import { type CheckResult, outcomes } from "@/lib/contract/testsets/checks";
import { agents } from "./agents";
import { apps } from "./apps";
import { at, belongsTo } from "./columns";
import { models } from "./models";
import type { PreviewDefinition } from "./preview-definition";
import { resourceColumns } from "./resource-columns";

/** The tests of an agent or of an app: one of both. */
export const testSets = pgTable(
  "test_sets",
  {
    ...resourceColumns(),
    agentId: text().references(() => agents.id, { onDelete: "cascade" }),
    appId: text().references(() => apps.id, { onDelete: "cascade" }),
    /** New cases are required unless they say otherwise. */
    required: boolean().notNull().default(false),
    /** Attempts per case. */
    repeat: integer().notNull().default(3),
    judgeModelId: text().references(() => models.id, { onDelete: "set null" }),
    /** The judge's agreement with people, 0 to 1, below which it cannot block. */
    minAgreement: doublePrecision().notNull().default(0.8),
    /** Tools that are called for real although their calls are recorded. */
    liveToolIds: text().array().notNull().default([]),
    cases: jsonb().$type<TestCase[]>().notNull().default([]),
    /** The number of the current revision. */
    revision: integer().notNull().default(1),
  },
  (t) => [
    index("test_sets_team").on(t.teamId, t.dateCreated, t.id),
    index("test_sets_agent").on(t.agentId),
    index("test_sets_app").on(t.appId),
    index("test_sets_judge").on(t.judgeModelId),
    index("test_sets_live_tools").using("gin", t.liveToolIds).with({ fastupdate: false }),
  ],
);

/** The cases of a test set at a time. Immutable. */
export const testSetRevisions = pgTable(
  "test_set_revisions",
  {
    testSetId: belongsTo(() => testSets.id),
    /** Consecutive, from 1. */
    number: integer().notNull(),
    cases: jsonb().$type<TestCase[]>().notNull(),
    createdBy: text(),
    date: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.testSetId, t.number] })],
);

/** What the sessions of an evaluation's attempts have in common. */
export interface TestSession {
  name: string;
  appId: string | null;
  appType: "chat" | "process";
  maxMessages: number;
  /** Only for its creator and team admins, like the app. */
  isPrivate: boolean;
  preview: PreviewDefinition;
}

/** Runs of test sets. */
export const evaluations = pgTable(
  "evaluations",
  {
    id: text().primaryKey(),
    teamId: text().notNull(),
    testSetId: belongsTo(() => testSets.id),
    testSetRevision: integer().notNull(),
    status: text({ enum: ["running", "completed", "cancelled", "error"] })
      .notNull()
      .default("running"),
    /** Why it was canceled or ended with an error. */
    reason: text(),
    /** What is tested. */
    subject: jsonb().$type<EvaluationSubject>().notNull(),
    /** The columns of its attempts' sessions. */
    session: jsonb().$type<TestSession>().notNull(),
    /** Equal for evaluations that test the same. */
    fingerprint: text().notNull(),
    repeat: integer().notNull(),
    /** US dollars; no attempts are started beyond. */
    maxCost: doublePrecision(),
    estimatedCost: doublePrecision(),
    /** What is applied once the required cases pass. */
    pendingApply: jsonb().$type<PendingApply>(),
    /** The account whose rights the attempts have. */
    createdBy: text().notNull(),
    keyId: text(),
    leaseOwner: text(),
    leaseUntil: at(),
    dateCreated: at().notNull().defaultNow(),
    dateEnded: at(),
  },
  (t) => [
    index("evaluations_set").on(t.testSetId, t.dateCreated, t.id),
    index("evaluations_fingerprint").on(t.testSetId, t.fingerprint),
    index("evaluations_running").on(t.leaseUntil).where(sql`${t.status} = 'running'`),
  ],
);

/** One answer to a case. */
export const evaluationAttempts = pgTable(
  "evaluation_attempts",
  {
    id: text().primaryKey(),
    evaluationId: belongsTo(() => evaluations.id),
    caseId: text().notNull(),
    /** The case's position in the set. */
    position: integer().notNull(),
    /** From 1. */
    number: integer().notNull(),
    /** A hash of what determines the result, apart from what is tested. */
    caseHash: text().notNull(),
    /** Set when it starts. */
    sessionId: text(),
    /** How often it was started again, because the server was interrupted too often. */
    restarts: integer().notNull().default(0),
    /** Null: it has not ended. */
    outcome: text({ enum: outcomes }),
    reason: text(),
    checks: jsonb().$type<CheckResult[]>().notNull().default([]),
    answer: text(),
    costUsd: doublePrecision(),
    inputTokens: integer(),
    outputTokens: integer(),
    durationMs: integer(),
    /** Whether a person finds the answer correct, to measure the judge. */
    correct: boolean(),
    labeledBy: text(),
    dateEnded: at(),
  },
  (t) => [
    unique("evaluation_attempts_number").on(t.evaluationId, t.position, t.number),
    index("evaluation_attempts_session").on(t.sessionId),
  ],
);
