import { z } from "zod";
import { pageDefault, pageMax } from "@/lib/constants/limits";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, idField, limitField, listPage } from "../base/fields";
import { audit as policies } from "./policies";

const day = z.iso.date("Enter a date such as 2026-01-31.");

/** Filter by account, resource and time; both days are inclusive, in UTC. */
const auditFilter = z.object({
  /** The account that made the change. */
  accountId: idField.optional(),
  /** The kind of resource, such as `agent`. */
  kind: z
    .string()
    .regex(/^[a-z_]{1,40}$/, "Enter a type such as agent.")
    .optional(),
  /** A resource's id. */
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
  via: z.enum(["session", "key", "invite", "command", "sso", "scim"]),
  /** Id of the session, API key, invite or SCIM token; the issuer of a sign-in; the name of the admin command. */
  viaId: z.string(),
  keyName: z.string().nullable(),
  address: z.string(),
  requestId: z.string(),
  teamId: z.string().nullable(),
  teamName: z.string().nullable(),
  /** The call, such as `agents.edit`. */
  action: z.string(),
  kind: z.string(),
  targetId: z.string(),
  targetName: z.string(),
  /** For a change the changed fields, otherwise all fields; secrets masked. */
  before: fields,
  after: fields,
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

export const shapes = defineShapes({
  list: {
    query: auditFilter.extend({ before: idField.optional(), limit: limitField(pageMax, pageDefault) }),
    response: listPage("entries", auditEntrySchema).extend({
      /** Options of the filters; on the first page only. */
      people: z.array(z.object({ _id: z.string(), name: z.string() })),
      kinds: z.array(z.string()),
      /** Names by the ids in the entries' fields. */
      names: z.record(z.string(), z.string()),
    }),
  },
  csv: { query: auditFilter },
  export: { query: auditFilter },
});

export const audit = withShapes(policies, shapes);
