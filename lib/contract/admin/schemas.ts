import { z } from "zod";
import { planNames } from "@/lib/constants/plan-names";
import { auditEntrySchema } from "../audit/schemas";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, idField, listPage, listQuery } from "../base/fields";
import { admin as policies } from "./policies";

const planName = z.enum(planNames, "Choose a plan.");
const paging = listQuery.pick({ before: true, limit: true });
const searching = listQuery.extend({ sort: z.enum(["name", "dateCreated"]).default("dateCreated") });

/** The source of the effective plan: the administrator, a subscription, a trial, or the server's default. */
const planSource = z.enum(["set", "subscription", "trial", "default"]);

export const adminOrgSchema = z.object({
  _id: z.string(),
  name: z.string(),
  ownerName: z.string(),
  ownerEmail: z.string(),
  members: z.number(),
  teams: z.number(),
  /** The effective plan. */
  plan: planName,
  planSource,
  dateCreated: dateTime,
});
export type AdminOrg = z.output<typeof adminOrgSchema>;

const adminAccountSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  root: z.boolean(),
  /** Number of organizations that the account belongs to, and that it owns. */
  orgs: z.number(),
  owns: z.number(),
  /** Number of active sessions. */
  sessions: z.number(),
  lastSeen: dateTime.nullable(),
  dateClosed: dateTime.nullable(),
  dateCreated: dateTime,
});
export type AdminAccount = z.output<typeof adminAccountSchema>;

const openStatus = z.enum(["queued", "running", "waiting"], "Choose queued, running or waiting.");
const runCounts = { queued: z.number(), running: z.number(), waiting: z.number() };

export const adminRunSchema = z.object({
  _id: z.string(),
  teamId: z.string(),
  teamName: z.string(),
  orgName: z.string(),
  status: openStatus,
  attempt: z.number(),
  /** The worker that holds the run's lease, and when the lease expires unless renewed. */
  worker: z.string().nullable(),
  leaseUntil: dateTime.nullable(),
  cancelRequested: z.boolean(),
  dateCreated: dateTime,
});
export type AdminRun = z.output<typeof adminRunSchema>;

export const adminMailSchema = z.object({
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  date: dateTime,
  /** The mail server's error; null if there was no server. */
  failure: z.string().nullable(),
});
export type AdminMail = z.output<typeof adminMailSchema>;

export const healthSchema = z.object({
  /** `ready`, or what prevents the server from serving, with a message. */
  status: z.enum(["ready", "starting", "ending", "database", "migrations", "disk"]),
  sentence: z.string(),
  server: z.object({
    version: z.string(),
    build: z.string().nullable(),
    node: z.string(),
    platform: z.string(),
    dateStarted: dateTime,
    memoryBytes: z.number(),
    runsJobs: z.boolean(),
    registration: z.enum(["open", "invite", "closed"]),
  }),
  /** Null if it does not respond. */
  database: z
    .object({
      version: z.string(),
      embedded: z.boolean(),
      responseMs: z.number(),
      bytes: z.number(),
      connections: z.number(),
      maxConnections: z.number(),
      migrations: z.number(),
      migrationsKnown: z.number(),
    })
    .nullable(),
  disk: z.object({ freeBytes: z.number().nullable(), reserveBytes: z.number(), full: z.boolean() }),
  uploads: z.object({ place: z.string(), writable: z.boolean() }),
  mail: z.object({
    mode: z.enum(["smtp", "outbox"]),
    from: z.string(),
    sending: z.number(),
    inOutbox: z.number(),
  }),
  /** Null if the database does not respond. */
  queue: z.object({ ...runCounts, oldestQueued: dateTime.nullable(), workers: z.number() }).nullable(),
});
export type Health = z.output<typeof healthSchema>;

const setPlanForm = z.object({
  /** Null: the plan of billing, else the server's default. */
  plan: planName.nullable(),
});

export const shapes = defineShapes({
  health: { response: healthSchema },
  plans: {
    response: z.object({
      defaultPlan: planName,
      /** False: every organization has the default plan, or the one set by the administrator. */
      stripe: z.boolean(),
      plans: z.array(
        z.object({ plan: planName, orgs: z.number(), set: z.number(), subscribed: z.number(), trial: z.number() }),
      ),
    }),
  },
  orgs: {
    query: searching,
    response: listPage("orgs", adminOrgSchema),
  },
  setPlan: { body: setPlanForm, response: empty },
  accounts: {
    query: searching.extend({
      /** Only members of this organization. */
      orgId: idField.optional(),
      state: z.enum(["open", "closed", "root"], "Choose open, closed or root.").optional(),
    }),
    response: listPage("accounts", adminAccountSchema),
  },
  endSessions: { response: z.object({ ended: z.number() }) },
  close: { response: empty },
  reopen: { response: empty },
  queue: {
    response: z.object({
      ...runCounts,
      oldestQueued: dateTime.nullable(),
      /** Those with the most runs; the first 50. */
      teams: z.array(
        z.object({
          _id: z.string(),
          name: z.string(),
          orgName: z.string(),
          ...runCounts,
          oldestQueued: dateTime.nullable(),
        }),
      ),
      workers: z.array(
        z.object({
          _id: z.string(),
          host: z.string(),
          pid: z.number(),
          active: z.number(),
          maxRuns: z.number(),
          lastHeartbeat: dateTime,
          dateStarted: dateTime,
          /** False: no heartbeat for longer than a lease. */
          alive: z.boolean(),
        }),
      ),
    }),
  },
  runs: {
    query: paging.extend({ status: openStatus.optional(), teamId: idField.optional() }),
    response: listPage("runs", adminRunSchema),
  },
  cancelRun: { response: empty },
  requeueRun: { response: empty },
  mails: {
    query: paging,
    response: listPage("mails", adminMailSchema).extend({
      /** Whether mails can be sent at all. */
      smtp: z.boolean(),
      count: z.number(),
    }),
  },
  mail: { response: z.object({ mail: adminMailSchema.extend({ text: z.string() }) }) },
  resendMail: { response: empty },
  removeMail: { response: empty },
  log: {
    query: paging,
    response: listPage("entries", auditEntrySchema.extend({ orgName: z.string().nullable() })),
  },
});

export const admin = withShapes(policies, shapes);
