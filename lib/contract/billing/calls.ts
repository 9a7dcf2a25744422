import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const billing = defineCalls<typeof shapes>()("billing", {
  get: {
    method: "GET",
    path: "/billing.json",
    summary: "Get the organization's plan with its dates and add-ons, and the plans for sale",
  },
  ready: {
    method: "GET",
    path: "/stripe-ready",
    summary: "Check whether plans can be purchased, and list missing settings",
  },
  hasPaymentMethod: {
    method: "GET",
    path: "/stripe-has-paymentmethod",
    summary: "Check whether the organization has a payment method that Stripe can charge",
  },
  portalLink: {
    method: "POST",
    path: "/stripe-portallink",
    summary: "Get a link to the Stripe customer portal for cards and invoices",
  },
  planConfirm: {
    method: "POST",
    path: "/stripe-plan-confirm",
    idempotent: true,
    summary: "Choose a plan. A paid plan is changed immediately; otherwise, a link to Stripe's checkout is returned",
  },
  webhook: {
    method: "POST",
    path: "/webhooks/stripe",
    summary: "Receive events from Stripe",
  },
});
