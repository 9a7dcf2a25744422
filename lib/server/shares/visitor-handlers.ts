import { desc } from "drizzle-orm";
import { accounts } from "@/lib/contract/accounts";
import { shares } from "@/lib/contract/shares";
import { implementShared } from "../http/implement-shared";
import { ofVisitor } from "../sessions/service";
import { sessions } from "../sessions/table";
import { knownVisitor } from "./service";
import { viewSharedApp } from "./shared-app";

/** Conversations of one visitor that account.json names. */
const listedMost = 50;

implementShared(shares, {
  get: async ({ ctx: { db, visit } }) => {
    const { id, teamId } = visit.link;
    return { shareLink: await viewSharedApp(db, { id, appId: visit.app.id, teamId }) };
  },
});

implementShared(accounts, {
  get: async ({ ctx: { db, visit } }) => {
    const known = knownVisitor(visit);
    const { link, visitor, account } = known;
    const { id, name, messageCount, dateUpdated } = sessions;
    const own = await db
      .select({ _id: id, name, messageCount, lastUpdatedDate: dateUpdated })
      .from(sessions)
      .where(ofVisitor(db, known))
      .orderBy(desc(dateUpdated), desc(id))
      .limit(listedMost);
    const nobody = { email: "", emailVerified: false, onboarded: true, twoFactor: false, oauth: [] };
    const nowhere = { currentOrg: null, currentTeam: null, currentOrgDateCreated: null, permissions: [], orgs: [] };
    const stripe = {
      ...{ stripeCustomerId: null, stripePlan: null, stripeTrial: false, stripeEndsAt: null, stripeCancelled: false },
    };
    return {
      csrf: "",
      account: { _id: visitor.id, name: account?.name ?? "Visitor", ...nobody, ...nowhere, stripe },
      ...{ team: null, readOnly: null, seenAs: null, notifications: [], visitor: { shareId: link.id, sessions: own } },
    };
  },
});
