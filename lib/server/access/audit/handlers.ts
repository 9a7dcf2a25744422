import { audit as contract } from "@/lib/contract/audit/schemas";
import { implement } from "../calls/implement";
import { csv, exportEntries, json } from "./export";
import { readChoices, readEntries } from "./queries";

implement(contract, {
  list: async ({ ctx: { db, team }, query }) => ({
    ...(await readEntries(db, team.orgId, query)),
    ...(query.before ? { people: [], kinds: [] } : await readChoices(db, team.orgId)),
  }),
  csv: ({ ctx: { db, team }, query }) => exportEntries(db, team.orgId, query, csv),
  export: ({ ctx: { db, team }, query }) => exportEntries(db, team.orgId, query, json),
});
