import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server/audit";
const log = "tests/api/audit.test.ts";
const places = "tests/api/audit-places.test.ts";

/** The audit log: nothing goes round it, nothing secret gets into it. */
export const auditMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/http/dispatch.ts",
    [log, "an entry"],
    ["nothing is noted", "db: audit ? audit.around(db) : db }", "db }"],
  ),
  ...mutantsOf(
    `${server}/record.ts`,
    [log, "an entry"],
    ["writes need no transaction", "if (writing.has(name)) throw", "if (false) throw"],
    ["a call may come round the log", "if (transactions === 0) throw", "if (false) throw"],
    ["what changes nothing is noted", "JSON.stringify(old) === JSON.stringify(after.exact)", "false"],
  ),
  ...mutantsOf(
    `${server}/subject.ts`,
    [log, "an entry"],
    ["what is noted as before may be older", '      .where(own)\n      .for("no key update");', "      .where(own);"],
  ),
  ...mutantsOf(
    `${server}/fields.ts`,
    [log, "an entry"],
    ["sealed secrets are noted", "if (isSealed(value)) return DOTS;", ""],
    [
      "secrets are noted by their name",
      'secretName.test(name) && typeof value === "string"',
      'false && typeof value === "string"',
    ],
    [
      "a new secret of the same mask is no change",
      "if (same(old[name], next[name])) next[name] = { value: next[name], changed: true };",
      "if (same(old[name], next[name])) delete next[name];",
    ],
  ),
  ...mutantsOf(
    `${server}/calls.ts`,
    [log, "an entry"],
    ["a secret sent back as its mask is a change", "ofTeam(models, auditedModel)", "ofTeam(models)"],
    ["a key is noted where it does not reach", "const found = teamIds\n", "const found = teamIds && false\n"],
  ),
  ...mutantsOf(
    `${server}/calls.ts`,
    [places, "variables"],
    [
      "values of variables are noted",
      "defaultValue: found.shown.defaultValue && DOTS",
      "defaultValue: found.shown.defaultValue",
    ],
  ),
  ...mutantsOf(
    `${server}/service.ts`,
    [places, "members"],
    ["who accepts an invite is not noted", "if (known || !found) return;", "if (found) return;"],
  ),
  ...mutantsOf(
    "lib/server/teams/lock.ts",
    [places, "members"],
    [
      "invites and entries wait for each other",
      'isNull(orgs.dateDeleted)))\n          .for("no key update");',
      'isNull(orgs.dateDeleted)))\n          .for("update");',
    ],
  ),
  ...mutantsOf(
    `${server}/places.ts`,
    [places, "members"],
    [
      "what is noted of a member may be older",
      '.for("no key update");\n  return row ? { ...snapshotOf(row), teamId: row.id } : null;',
      ";\n  return row ? { ...snapshotOf(row), teamId: row.id } : null;",
    ],
  ),
  ...mutantsOf(
    `${server}/places.ts`,
    [places, "teams and organizations"],
    ["a new team is noted in another", "{ ...snapshotOf(row), teamId: row.id }", "snapshotOf(row)"],
    ["an owner's role is not noted", 'ownerOf(place) === id ? "Owner" :', "false ? '' :"],
  ),
  ...mutantsOf(
    `${server}/subject.ts`,
    [places, "teams and organizations"],
    ["the old owner of a transfer is not noted", "const id = before?.id ?? (", "const id = ("],
  ),
  ...mutantsOf(
    "lib/server/teams/remove.ts",
    [places, "teams"],
    ["a team takes its entries with it", "  schema.auditEntries,\n", ""],
  ),
  ...mutantsOf(
    `${server}/queries.ts`,
    [log, "the log"],
    [
      "the filters name everybody's",
      "(select ${column} as value from ${entries} where ${entries.orgId} = ${orgId} order by 1 limit 1)",
      "(select ${column} as value from ${entries} order by 1 limit 1)",
    ],
  ),
];
