import { mutantsOf } from "../mutant";

const billing = "lib/server/billing";
const choose = "tests/api/billing-choose.test.ts";
const customer = "tests/api/billing-customer.test.ts";
const ready = "tests/api/billing-readiness.test.ts";
const webhook = "tests/api/billing-webhook.test.ts";
const trial = "tests/api/billing-trial.test.ts";
const deletion = "tests/api/billing-deletion.test.ts";
const state = "tests/unit/billing/state.test.ts";

/** Each must turn its suite red: a plan that is not what was paid for. */
export const billingMutants = [
  ...mutantsOf(
    `${billing}/new-org.ts`,
    [trial, "a second organization"],
    ["every organization has a trial", "return made.length === holders.length;", "return true;"],
    ["another address brings another trial", "`account:${accountId}`, ", ""],
    ["a deleted account brings another trial", ", `address:${addressHash(account.email)}`", ""],
    ["addresses that had a trial are kept in clear", "${addressHash(account.email)}", "${account.email}"],
  ),
  ...mutantsOf(
    `${billing}/stripe-webhook.ts`,
    [webhook],
    [
      "events need no signature",
      'webhooks.constructEvent(payload, signature ?? "", env().STRIPE_WEBHOOK_SECRET ?? "")',
      "JSON.parse(payload)",
    ],
    ["an event is handled again", "return known !== undefined;", "return false;"],
  ),
  ...mutantsOf(
    `${billing}/stripe-sync.ts`,
    [webhook, "out of order"],
    ["an answer that is out of date is written", "setWhere: eq(billingStates.version, version ?? 0),", ""],
  ),
  ...mutantsOf(
    `${billing}/stripe-sync.ts`,
    [webhook, "deleted customer"],
    ["a deleted customer stays", "...(gone && { stripeCustomerId: null })", ""],
  ),
  ...mutantsOf(
    `${billing}/stripe-sync.ts`,
    [trial],
    [
      "a trial goes on after a subscription",
      "if (!state.begun && stripeTrial",
      "if (state.plan === null && stripeTrial",
    ],
  ),
  ...mutantsOf(
    `${billing}/stripe-state.ts`,
    [state],
    ["a plan that nobody pays holds", 'new Set(["active", "trialing", "past_due"])', 'new Set(["active", "unpaid"])'],
    ["a checkout that nobody paid ends the trial", 'new Set(["incomplete", "incomplete_expired"])', "new Set()"],
  ),
  ...mutantsOf(
    `${billing}/change-plan.ts`,
    [choose, "choosing a plan"],
    ["several checkouts can be paid", "for (const { id } of data.slice(1)) await expire(sessions, id);", ""],
    ["the administrator's plan is sold over", "if (org.plan !== null)", "if (false)"],
    [
      "more is had before it is paid",
      'payment_behavior: "error_if_incomplete"',
      'payment_behavior: "allow_incomplete"',
    ],
  ),
  ...mutantsOf(
    "lib/server/teams/remove.ts",
    [deletion],
    ["a deleted organization goes on paying", "await noteEnding(tx, orgId);", ""],
  ),
  ...mutantsOf(
    `${billing}/end-subscription.ts`,
    [deletion],
    [
      "what could not be ended is forgotten",
      "await tx.insert(billingEvents).values(note).onConflictDoNothing();",
      "void note;",
    ],
    ["a checkout outlives its organization", "await expire(checkout.sessions, id);", "void id;"],
    ["what an organization pays for that is there is ended", ", isNotNull(orgs.dateDeleted));", ");"],
    [
      "a customer that is gone is asked for without end",
      'if (!(await isMissing(error, "customer"))) throw error;',
      "throw error;",
    ],
  ),
  ...mutantsOf(
    `${billing}/stripe-webhook.ts`,
    [deletion],
    [
      "somebody pays for what is deleted",
      "if (org.dateDeleted) await endSubscriptions(db, orgId);",
      "void endSubscriptions;",
    ],
  ),
  ...mutantsOf(
    `${billing}/customer.ts`,
    [customer, "whom Stripe does not know|Stripe's customer"],
    [
      "a customer whom Stripe has forgotten stays",
      "if (await keepUp(customerId, org)) return customerId;",
      "return customerId;",
    ],
    [
      "invoices go to the last owner",
      "customers.update(customerId, { name, email })",
      "customers.update(customerId, { name })",
    ],
  ),
  ...mutantsOf(
    `${billing}/readiness.ts`,
    [ready],
    ["euros are taken for dollars", '|| currency !== "usd" ', ""],
    ["years are taken for months", "|| !monthly ", ""],
    ["a wrong key is ready", "if (statusCode === 401", "if (statusCode === 0"],
  ),
  ...mutantsOf(
    `${billing}/handlers.ts`,
    [customer, "what Stripe is asked"],
    [
      "Stripe is asked without end",
      "await limitStripe(team.orgId);\n    return paymentMethodOf",
      "return paymentMethodOf",
    ],
  ),
  ...mutantsOf(
    `${billing}/change-plan.ts`,
    [choose, "choosing a plan"],
    ["seats are sold beside Pro", "if (users && !usersAddon) throw", "if (false) throw"],
    ["storage is sold beside Free", "if (storage && !storageAddon) throw", "if (false) throw"],
    ["a cancelled plan ends although it was chosen again", "    ...goesOn,", ""],
    ["Free ends the plan at once", "return { cancel_at_period_end: true };", "return { cancel_at_period_end: false };"],
  ),
  ...mutantsOf(
    `${billing}/stripe-sync.ts`,
    [webhook, "comes twice"],
    ["an event is not remembered", "if (eventId !== undefined && !(await isFirst(tx, eventId, orgId))) return;", ""],
  ),
  ...mutantsOf(
    `${billing}/trial.ts`,
    [deletion],
    ["what is left at Stripe is not looked after", "await endWhatIsLeft(db, signal);", "void endWhatIsLeft;"],
    ["what is left at Stripe is forgotten with time", "and(old, not(isEnding))", "old"],
  ),
  ...mutantsOf(
    `${billing}/trial.ts`,
    [trial],
    ["a trial's end is told again and again", "if (made.length > 0) await tellBilling", "await tellBilling"],
  ),
];
