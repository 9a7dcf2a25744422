import { and, asc, eq, isNull } from "drizzle-orm";
import { plans } from "@/lib/constants/plans";
import { afterCommit } from "../../platform/db/after-commit";
import type { Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { type orgs, teams } from "../../platform/db/tables/teams";
import { sendBillingMail } from "../../platform/mail/mails";
import { escapeMarkdown, notify } from "../notifications/service";
import type { BillingChange } from "./billing-changes";

type OrgRow = typeof orgs.$inferSelect;
type BillingNews = BillingChange | "trial-ending" | "trial-ended";

const formatEnd = (end: Date | null): string =>
  end ? `on ${end.toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" })}` : "at the end of the paid period";

interface BillingNotice {
  title: string;
  /** The sentences, with the escaped organization name. */
  toSentences: (org: string, about: { plan: string; until: string }) => string[];
}

const limitsSentence = "Nothing is deleted. Items over the Free plan's limits stay, but you can't add more.";

const notices: Record<BillingNews, BillingNotice> = {
  started: {
    title: "Your plan has started",
    toSentences: (org, { plan, until }) => [`${org} is now on the ${plan} plan. It renews ${until}.`],
  },
  changed: {
    title: "Your plan has changed",
    toSentences: (org, { plan }) => [`${org} is now on the ${plan} plan.`],
  },
  ending: {
    title: "Your plan was canceled",
    toSentences: (org, { plan, until }) => [
      `The ${plan} plan for ${org} ends ${until}. You can resume the plan until then.`,
    ],
  },
  resumed: {
    title: "Your plan was resumed",
    toSentences: (org, { plan, until }) => [`The ${plan} plan for ${org} continues. It renews ${until}.`],
  },
  ended: {
    title: "Your plan has ended",
    toSentences: (org) => [`${org} is now on the Free plan.`, limitsSentence],
  },
  failed: {
    title: "Payment failed",
    toSentences: (org, { plan }) => [
      `We couldn't charge the card for ${org}. The ${plan} plan stays active while Stripe retries. Check the card in the meantime.`,
    ],
  },
  "trial-ending": {
    title: "Your trial ends soon",
    toSentences: (org, { plan, until }) => [
      `The ${plan} plan trial for ${org} ends ${until}. After that, the organization moves to the Free plan.`,
      "To keep your current plan's features, choose a plan before then.",
    ],
  },
  "trial-ended": {
    title: "Your trial has ended",
    toSentences: (org, { plan }) => [
      `The ${plan} plan trial for ${org} has ended. The organization is now on the Free plan.`,
      limitsSentence,
    ],
  },
};

/** Failed payments, and limits of a smaller plan that now apply. */
const warningKinds: ReadonlySet<BillingNews> = new Set(["failed", "ended", "trial-ended"]);

/** Notifies an organization's owner of plan changes: in the console, and by mail after the commit. */
export async function notifyBilling(tx: Tx, org: OrgRow, news: BillingNews): Promise<void> {
  const [owner] = await tx
    .select({ id: accounts.id, email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, org.ownerId));
  if (!owner) return;
  const link = await findBillingPath(tx, org.id);
  const { title, toSentences } = notices[news];
  const about = { plan: org.stripePlan ? plans[org.stripePlan].title : "Free", until: formatEnd(org.stripeEndsAt) };
  const description = toSentences(escapeMarkdown(org.name), about).join(" ");
  const tone = warningKinds.has(news) ? "warning" : undefined;
  await notify(tx, { to: [owner.id], teamId: null, type: "billing", title, description, link, tone });
  afterCommit(tx, () =>
    sendBillingMail(owner, { subject: title, org: org.name, say: (name) => toSentences(name, about), link }),
  );
}

/** The path of the organization's billing page, within one of its teams. */
async function findBillingPath(db: Pick<Tx, "select">, orgId: string): Promise<string> {
  const [team] = await db
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.orgId, orgId), isNull(teams.dateDeleted)))
    .orderBy(asc(teams.dateCreated))
    .limit(1);
  return team ? `/billing?resourceSlug=${team.id}` : "/billing";
}
