import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../billing";
import { defineCalls } from "../endpoint";

/** None of these with an API key: what is bought is a person's word. */
export const billing = defineCalls<typeof shapes>()("billing", {
  get: {
    method: "GET",
    path: "/billing.json",
    access: "team",
    sessionOnly: true,
    waits: true,
    summary: "The organization's plan with its dates, what was bought beside it, and what is for sale",
  },
  ready: {
    method: "GET",
    path: "/stripe-ready",
    access: "team",
    sessionOnly: true,
    waits: true,
    summary: "Whether plans can be bought, and what is missing for it",
  },
  hasPaymentMethod: {
    method: "GET",
    path: "/stripe-has-paymentmethod",
    access: "team",
    sessionOnly: true,
    waits: true,
    summary: "Whether the organization has a card that Stripe can charge",
  },
  portalLink: {
    method: "POST",
    path: "/stripe-portallink",
    access: "team",
    sessionOnly: true,
    permission: Permission.ORG_OWNER,
    waits: true,
    summary: "The address of Stripe's own pages for the organization's cards and invoices",
  },
  planConfirm: {
    method: "POST",
    path: "/stripe-plan-confirm",
    access: "team",
    sessionOnly: true,
    permission: Permission.ORG_OWNER,
    idempotent: true,
    waits: "elsewhere",
    summary: "Choose a plan: changed at once where one is paid for, else the address of Stripe's checkout",
  },
  webhook: {
    method: "POST",
    path: "/webhooks/stripe",
    access: "public",
    ownBody: true,
    waits: true,
    summary: "Stripe tells that something has changed",
  },
});
