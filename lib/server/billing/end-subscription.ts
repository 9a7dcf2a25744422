import { eq } from "drizzle-orm";
import type { Db } from "../db/client";
import { orgs } from "../teams/table";
import { stripeIsSetUp } from "./plan-in-force";
import { atStripe } from "./stripe-client";

const over = new Set(["canceled", "incomplete_expired"]);

/** Before an organisation is deleted: nobody goes on paying for what is gone. Throws while Stripe does not answer. */
export async function endSubscriptions(db: Db, orgId: string): Promise<void> {
  const [org] = await db.select({ customer: orgs.stripeCustomerId }).from(orgs).where(eq(orgs.id, orgId));
  const customer = org?.customer;
  if (!customer || !stripeIsSetUp()) return;
  await atStripe(async ({ subscriptions }) => {
    const { data } = await subscriptions.list({ customer, status: "all", limit: 100 });
    for (const { id, status } of data) if (!over.has(status)) await subscriptions.cancel(id);
  });
}
