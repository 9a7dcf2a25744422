import { z } from "zod";
import { pageDefault, pageMax } from "@/lib/constants/limits";
import { audit as calls } from "./calls/audit";
import { defineShapes, withShapes } from "./endpoint";
import { dateTime, idField, limitField, page } from "./fields";

const day = z.iso.date("Give a day as 2026-01-31.");

/** Who, what and when; both days are counted, and are UTC. */
export const auditFilter = z.object({
  /** The account that did it. */
  accountId: idField.optional(),
  /** The kind of thing, e.g. `agent`. */
  kind: z
    .string()
    .regex(/^[a-z_]{1,40}$/, "Give a kind such as agent.")
    .optional(),
  /** One thing's id. */
  targetId: idField.optional(),
  from: day.optional(),
  to: day.optional(),
});
export type AuditFilter = z.output<typeof auditFilter>;

const fields = z.record(z.string(), z.unknown()).nullable();

export const auditEntrySchema = z.object({
  _id: z.string(),
  date: dateTime,
  accountId: z.string(),
  accountName: z.string(),
  accountEmail: z.string(),
  via: z.enum(["session", "key", "invite", "command"]),
  /** The session's, the key's or the invite's id; of the admin command its name. */
  viaId: z.string(),
  keyName: z.string().nullable(),
  address: z.string(),
  requestId: z.string(),
  teamId: z.string().nullable(),
  teamName: z.string().nullable(),
  /** The call, e.g. `agents.edit`. */
  action: z.string(),
  kind: z.string(),
  targetId: z.string(),
  targetName: z.string(),
  /** Of a change what differs, else everything; secrets masked. */
  before: fields,
  after: fields,
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  list: {
    query: auditFilter.extend({ before: idField.optional(), limit: limitField(pageMax, pageDefault) }),
    response: page("entries", auditEntrySchema).extend({
      /** Everybody and everything to filter by; with the first page only. */
      people: z.array(z.object({ _id: z.string(), name: z.string() })),
      kinds: z.array(z.string()),
    }),
  },
  csv: { query: auditFilter },
  export: { query: auditFilter },
});

export const audit = withShapes(calls, shapes);
