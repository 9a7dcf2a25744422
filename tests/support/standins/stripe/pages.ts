import type { Form } from "./form";
import { textOf } from "./form";
import { begin, change, collect } from "./life";
import type { PortalSession, Shop } from "./shop";
import { cards, type Subscription } from "./types";

/** A page to show, or where to go. */
export type PageAnswer = { html: string } | { to: string };

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

const page = (title: string, ...parts: string[]): PageAnswer => ({
  html: [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width"></head><body style="font-family:sans-serif;max-width:480px;margin:40px auto">',
    `<h1>${escapeHtml(title)}</h1>`,
    ...parts,
    "</body></html>",
  ].join("\n"),
});

const button = (name: string, label: string): string => `<button name="do" value="${name}">${label}</button>`;
const form = (...parts: string[]): string => `<form method="post">${parts.join("")}</form>`;
const cardField = `<label>Card number <input name="card" value="${cards.good}"></label> `;
const alert = (text: string): string => `<p role="alert">${escapeHtml(text)}</p>`;

type Checkout = NonNullable<ReturnType<Shop["checkouts"]["get"]>>;

/** Pays an open checkout, or says why not. */
export function pay(shop: Shop, session: Checkout, card: string): string | null {
  if (session.status !== "open") return "This checkout is over.";
  if (card === cards.declined) return "Your card was declined.";
  const method = shop.addCard(session.customer, card);
  const subscription = begin(shop, session.customer, session.lines, method.id);
  Object.assign(session, { status: "complete", payment_status: "paid", subscription: subscription.id, url: null });
  const { lines: _lines, ...shown } = session;
  shop.emit("checkout.session.completed", shown);
  return null;
}

function checkoutPage(shop: Shop, session: Checkout, sent: Form | null): PageAnswer {
  const failure = sent && pay(shop, session, textOf(sent.card) ?? "");
  if (sent && !failure) return { to: session.success_url.replace("{CHECKOUT_SESSION_ID}", session.id) };
  if (session.status !== "open") return page("This checkout is over");
  const lines = session.lines.map(
    ({ price, quantity }) => `<li>${escapeHtml(price.id)} × ${quantity}: ${dollars(price.unit_amount * quantity)}</li>`,
  );
  return page(
    "Subscribe",
    `<ul>${lines.join("")}</ul>`,
    failure ? alert(failure) : "",
    form(cardField, button("pay", "Subscribe")),
    `<p><a href="${escapeHtml(session.cancel_url)}">Back</a></p>`,
  );
}

/** What somebody does in the portal. */
export const portalActions: Record<string, (shop: Shop, subscription: Subscription, card: string) => void> = {
  cancel: (shop, subscription) =>
    change(
      shop,
      subscription,
      (draft) => Object.assign(draft, { cancel_at_period_end: true, canceled_at: shop.now() }),
      false,
    ),
  resume: (shop, subscription) =>
    change(
      shop,
      subscription,
      (draft) => Object.assign(draft, { cancel_at_period_end: false, canceled_at: null }),
      false,
    ),
  card: (shop, subscription, card) => {
    const method = shop.addCard(subscription.customer, card);
    change(shop, subscription, (draft) => Object.assign(draft, { default_payment_method: method.id }), false);
    shop.emit("payment_method.attached", method);
    if (subscription.status === "past_due") collect(shop, subscription);
  },
};

export const livingOf = (shop: Shop, customer: string): Subscription | undefined =>
  [...shop.subscriptions.values()].find((one) => one.customer === customer && one.status !== "canceled");

function portalPage(shop: Shop, { customer, return_url }: PortalSession, sent: Form | null): PageAnswer {
  const subscription = livingOf(shop, customer);
  const action = portalActions[textOf(sent?.do) ?? ""];
  if (subscription && action) action(shop, subscription, textOf(sent?.card) ?? cards.good);
  const state = subscription
    ? `<p>${subscription.items.data.map(({ price, quantity }) => `${escapeHtml(price.id)} × ${quantity}`).join(", ")}: ${subscription.status}${subscription.cancel_at_period_end ? ", cancelled" : ""}</p>`
    : "<p>No subscription.</p>";
  const ending = subscription?.cancel_at_period_end ? button("resume", "Renew plan") : button("cancel", "Cancel plan");
  return page(
    "Billing portal",
    state,
    subscription ? form(ending) + form(cardField, button("card", "Update card")) : "",
    `<p><a href="${escapeHtml(return_url)}">Return to Muster</a></p>`,
  );
}

/** The page at a path, after what was sent to it; null for a path without one. */
export function answerPage(shop: Shop, path: string, sent: Form | null): PageAnswer | null {
  const [, kind, id = ""] = /^\/(c\/pay|p\/session)\/([^/]+)$/.exec(path) ?? [];
  const checkout = kind === "c/pay" ? shop.checkouts.get(id) : undefined;
  if (checkout) return checkoutPage(shop, checkout, sent);
  const portal = kind === "p/session" ? shop.portals.get(id) : undefined;
  return portal ? portalPage(shop, portal, sent) : null;
}
