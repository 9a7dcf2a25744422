import { mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
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
    `${server}/access/plans/new-org.ts`,
    [trial, "a second organization"],
    ["every organization has a trial", "claimTrial", always("comparison 1"), "038919eb24"],
    ["another address brings another trial", "claimTrial", drop("template 1"), "7db9bbeb24"],
    ["a deleted account brings another trial", "claimTrial", drop("template 2"), "48b56ceb24"],
    [
      "addresses that had a trial are kept in clear",
      "claimTrial",
      replace("template 2 > expression 1", "$1"),
      "d1fdc2eb24",
    ],
  ),
  ...mutantsOf(
    `${server}/access/billing/stripe-webhook.ts`,
    [webhook],
    ["events need no signature", "verifyEvent", replace("return 1 > value", "JSON.parse($1)"), "ed9ebb611c"],
    ["an event is handled again", "wasHandled", never("comparison 1"), "cad1e93222"],
  ),
  ...mutantsOf(
    `${server}/access/billing/stripe-sync.ts`,
    [webhook, "out of order"],
    [
      "an answer that is out of date is written",
      "saveState",
      drop("call onConflictDoUpdate 1 > argument 1 > property 3"),
      "014bda8a46",
    ],
  ),
  ...mutantsOf(
    `${server}/access/billing/stripe-sync.ts`,
    [webhook, "deleted customer"],
    ["a deleted customer stays", "store", drop("spread 2"), "58a9eac204"],
  ),
  ...mutantsOf(
    `${server}/access/billing/stripe-sync.ts`,
    [trial],
    ["a trial goes on after a subscription", "toColumns", replace("not 1", "$1_owner.plan === null"), "67cf1721d3"],
  ),
  ...mutantsOf(
    `${server}/access/billing/stripe/stripe-state.ts`,
    [state],
    ["a plan that nobody pays holds", "heldStatuses", replace("array 1", '["active", "unpaid"]'), "63de43bb2f"],
    ["a checkout that nobody paid ends the trial", "notStartedStatuses", drop("array 1"), "1bd38ce28e"],
  ),
  ...mutantsOf(
    `${server}/access/billing/change-plan.ts`,
    [choose, "choosing a plan"],
    ["several checkouts can be paid", "checkout", drop("loop 1"), "97e771ab8a"],
    ["the administrator's plan is sold over", "applyChange", drop("if 1"), "0b52212b82"],
    [
      "more is had before it is paid",
      "toSubscriptionUpdate",
      reword("literal 5", "error_if_incomplete", "allow_incomplete"),
      "fe299895a2",
    ],
  ),
  ...mutantsOf(
    "lib/server/resources/teams/remove.ts",
    [deletion],
    ["a deleted organization goes on paying", "removeOrg", drop("statement 8"), "4e9d28f5a3"],
  ),
  ...mutantsOf(
    `${server}/access/billing/stripe/end-subscription.ts`,
    [deletion],
    ["what could not be ended is forgotten", "recordSubscriptionEnd", drop("statement 1"), "7f1b2c7ccd"],
    ["a checkout outlives its organization", "cancelAtStripe", drop("statement 1"), "ff172373b2"],
    [
      "what an organization pays for that is there is ended",
      "cancelRecordedSubscriptions",
      drop("call isNotNull 1"),
      "80b83139e8",
    ],
    ["a customer that is gone is asked for without end", "cancelAtStripe", always("not 2"), "21afce73b2"],
  ),
  ...mutantsOf(
    `${server}/access/billing/stripe-webhook.ts`,
    [deletion],
    ["somebody pays for what is deleted", "receiveEvent", drop("if 2"), "09d0a059de"],
  ),
  ...mutantsOf(
    `${server}/access/billing/customer.ts`,
    [customer, "whom Stripe does not know|Stripe's customer"],
    ["a customer whom Stripe has forgotten stays", "ensureCustomer", always("await 2"), "4553a012b5"],
    ["invoices go to the last owner", "updateCustomer", drop("object 1 > property 2"), "6d15af34e5"],
  ),
  ...mutantsOf(
    `${server}/access/billing/readiness.ts`,
    [ready],
    ["euros are taken for dollars", "fetchPrice", drop("comparison 3"), "c2554e8c40"],
    ["years are taken for months", "fetchPrice", drop("not 2"), "0da2f58c40"],
    ["a wrong key is ready", "fetchPrice", replace("comparison 6 > operand 2", "0"), "11dbfe8c40"],
  ),
  ...mutantsOf(
    `${server}/access/billing/handlers.ts`,
    [customer, "what Stripe is asked"],
    ["Stripe is asked without end", "implement.hasPaymentMethod", drop("statement 1"), "a8136b7d6a"],
  ),
  ...mutantsOf(
    `${server}/access/billing/change-plan.ts`,
    [choose, "choosing a plan"],
    ["seats are sold beside Pro", "requireAddons", drop("if 1"), "f228b7f1a3"],
    ["storage is sold beside Free", "requireAddons", drop("if 2"), "0bc556f1a3"],
    ["a cancelled plan ends although it was chosen again", "toSubscriptionUpdate", drop("spread 1"), "1fcf5995a2"],
    ["Free ends the plan at once", "toSubscriptionUpdate", never("literal 1"), "1dbfeb95a2"],
  ),
  ...mutantsOf(
    `${server}/access/billing/stripe-sync.ts`,
    [webhook, "comes twice"],
    ["an event is not remembered", "store", drop("if 2"), "5bc2d9c204"],
  ),
  ...mutantsOf(
    `${server}/access/billing/trial.ts`,
    [deletion],
    ["what is left at Stripe is not looked after", "sweepBilling", drop("statement 3"), "8bf193b0d3"],
    ["what is left at Stripe is forgotten with time", "sweepBilling", drop("call not 1"), "ecb8b8b0d3"],
  ),
  ...mutantsOf(
    `${server}/access/billing/trial.ts`,
    [trial],
    ["a trial's end is told again and again", "warnOfTrials", always("comparison 1"), "04e84f74ee"],
  ),
];
