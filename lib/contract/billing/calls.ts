import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const billing = defineCalls<typeof shapes>()("billing", {
  get: {
    method: "GET",
    path: "/billing.json",
    summary: "The organization's plan with its dates and add-ons, and the plans for sale",
  },
  ready: {
    method: "GET",
    path: "/stripe-ready",
    summary: "Whether plans can be bought, and what is missing for it",
  },
  hasPaymentMethod: {
    method: "GET",
    path: "/stripe-has-paymentmethod",
    summary: "Whether the organization has a card that Stripe can charge",
  },
  portalLink: {
    method: "POST",
    path: "/stripe-portallink",
    summary: "The address of Stripe's own pages for the organization's cards and invoices",
  },
  planConfirm: {
    method: "POST",
    path: "/stripe-plan-confirm",
    idempotent: true,
    summary: "Choose a plan: changes a paid plan immediately, otherwise returns the URL of a Stripe checkout",
  },
  webhook: {
    method: "POST",
    path: "/webhooks/stripe",
    summary: "Receive a change from Stripe",
  },
});
