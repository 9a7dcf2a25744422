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
    summary: "Check whether plans can be purchased, and what is missing",
  },
  hasPaymentMethod: {
    method: "GET",
    path: "/stripe-has-paymentmethod",
    summary: "Check whether the organization has a payment card",
  },
  portalLink: {
    method: "POST",
    path: "/stripe-portallink",
    summary: "Get the URL of Stripe's portal for cards and invoices",
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
    summary: "Receive a webhook event from Stripe",
  },
});
