import { desc } from "drizzle-orm";
import { accounts } from "@/lib/contract/accounts/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { implementShared } from "../../access/calls/implement-shared";
import { sessions } from "../../platform/db/tables/sessions";
import { matchesVisitor } from "./of-visitor";
import { asksPassword, requireVisitor } from "./service";
import { viewLockedLink, viewSharedApp } from "./shared-app";

/** Conversations of a visitor listed in account.json. */
const maxListed = 50;

implementShared(shares, {
  get: async ({ ctx: { db, visit } }) => {
    const { link, app } = visit;
    return { shareLink: await (asksPassword(visit) ? viewLockedLink(db, link) : viewSharedApp(db, link, app.id)) };
  },
});

implementShared(accounts, {
  get: async ({ ctx: { db, visit } }) => {
    const known = requireVisitor(visit);
    const { link, visitor, account } = known;
    const { id, name, messageCount, dateUpdated } = sessions;
    const own = await db
      .select({ _id: id, name, messageCount, lastUpdatedDate: dateUpdated })
      .from(sessions)
      .where(matchesVisitor(db, known))
      .orderBy(desc(dateUpdated), desc(id))
      .limit(maxListed);
    const nobody = { email: "", emailVerified: false, onboarded: true, twoFactor: false, oauth: [] };
    const nowhere = { currentOrg: null, currentTeam: null, currentOrgDateCreated: null, permissions: [], orgs: [] };
    const stripe = {
      stripeCustomerId: null,
      stripePlan: null,
      stripeTrial: false,
      stripeEndsAt: null,
      stripeCancelled: false,
    };
    return {
      csrf: "",
      account: { _id: visitor.id, name: account?.name ?? "Visitor", ...nobody, ...nowhere, stripe },
      team: null,
      readOnly: null,
      seenAs: null,
      notifications: [],
      visitor: { shareId: link.id, sessions: own },
    };
  },
});
