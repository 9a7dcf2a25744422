import { audit as contract } from "@/lib/contract/audit/schemas";
import { implement } from "../calls/implement";
import { csv, exportEntries, json } from "./export";
import { readChoices, readEntries, readNames } from "./queries";

implement(contract, {
  list: async ({ ctx: { db, team }, query }) => {
    const page = await readEntries(db, team.orgId, query);
    const choices = query.before ? { people: [], kinds: [] } : await readChoices(db, team.orgId);
    return { ...page, ...choices, names: await readNames(db, team.orgId, page.entries) };
  },
  csv: ({ ctx: { db, team }, query }) => exportEntries(db, team.orgId, query, csv),
  export: ({ ctx: { db, team }, query }) => exportEntries(db, team.orgId, query, json),
});
