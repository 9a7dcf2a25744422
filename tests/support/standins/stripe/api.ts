import { missing, StripeFault, wrong } from "./fault";
import { type Form, formOf, isOn, listOf, textOf, textsOf } from "./form";
import { change, end, itemOf, type Line } from "./life";
import type { Shop } from "./shop";
import type { Subscription } from "./types";

export interface ApiRequest {
  method: string;
  path: string;
  /** Of the query, or of the body of a POST. */
  form: Form;
  /** Where the stand-in's own pages are. */
  base: string;
}

type Handler = (shop: Shop, request: ApiRequest, id: string) => object;

const metadataOf = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(formOf(form.metadata)).map(([key, value]) => [key, textOf(value) ?? ""]));

function page(url: string, all: { id: string }[], { limit, starting_after }: Form): object {
  const most = Number(textOf(limit) ?? 10);
  if (!(most >= 1 && most <= 100)) throw wrong("This value must be between 1 and 100.", "limit");
  const from = starting_after ? all.findIndex(({ id }) => id === starting_after) + 1 : 0;
  const data = all.slice(from, from + most);
  return { object: "list", url, data, has_more: from + most < all.length };
}

const newestFirst = <T>(all: Iterable<T>): T[] => [...all].reverse();

function linesOf(shop: Shop, form: Form, name: string): Line[] {
  return listOf(form[name]).map(({ price, quantity }, i) => ({
    price: shop.price(textOf(price) ?? "", `${name}[${i}][price]`),
    quantity: Number(textOf(quantity) ?? 1),
  }));
}

/** An id in place of which the object itself was asked for. */
const expanded = (shop: Shop, form: Form, path: string, id: string | null) =>
  id && textsOf(form.expand).includes(path) ? (shop.methods.get(id) ?? id) : id;

const subscriptionView = (shop: Shop, subscription: Subscription, form: Form): object => ({
  ...subscription,
  default_payment_method: expanded(shop, form, "default_payment_method", subscription.default_payment_method),
});

const makeCustomer: Handler = (shop, { form }) => {
  const customer = {
    id: shop.id("cus"),
    object: "customer" as const,
    created: shop.now(),
    metadata: metadataOf(form),
    email: textOf(form.email) ?? null,
    name: textOf(form.name) ?? null,
    invoice_settings: { default_payment_method: null },
  };
  shop.customers.set(customer.id, customer);
  shop.emit("customer.created", customer);
  return customer;
};

const readCustomer: Handler = (shop, { form }, id) => {
  const customer = shop.customer(id, "id");
  if (customer.deleted) return { id, object: "customer", deleted: true };
  const path = "invoice_settings.default_payment_method";
  const method = expanded(shop, form, path, customer.invoice_settings.default_payment_method);
  return { ...customer, invoice_settings: { default_payment_method: method } };
};

const changeCustomer: Handler = (shop, { form }, id) => {
  const customer = shop.customer(id, "id");
  if (customer.deleted) throw missing("customer", id);
  const { email = customer.email, name = customer.name } = { email: textOf(form.email), name: textOf(form.name) };
  Object.assign(customer, { email, name });
  shop.emit("customer.updated", customer);
  return customer;
};

const removeCustomer: Handler = (shop, _request, id) => {
  const customer = shop.customer(id, "id");
  customer.deleted = true;
  for (const subscription of shop.subscriptions.values())
    if (subscription.customer === id && subscription.status !== "canceled") end(shop, subscription);
  shop.emit("customer.deleted", customer);
  return { id, object: "customer", deleted: true };
};

const makeCheckout: Handler = (shop, { form, base }) => {
  if (form.mode !== "subscription") throw wrong("This stand-in sells subscriptions only.", "mode");
  const customer = shop.customer(textOf(form.customer) ?? "").id;
  const lines = linesOf(shop, form, "line_items");
  if (lines.length === 0) throw wrong("You must provide at least one line item.", "line_items");
  const id = shop.id("cs_test");
  const session = {
    id,
    object: "checkout.session" as const,
    mode: "subscription" as const,
    status: "open" as const,
    customer,
    payment_status: "unpaid" as const,
    client_reference_id: textOf(form.client_reference_id) ?? null,
    subscription: null,
    created: shop.now(),
    url: `${base}/c/pay/${id}`,
    lines,
    success_url: textOf(form.success_url) ?? "",
    cancel_url: textOf(form.cancel_url) ?? "",
  };
  shop.checkouts.set(id, session);
  return session;
};

const expireCheckout: Handler = (shop, _request, id) => {
  const session = shop.checkouts.get(id);
  if (!session) throw missing("checkout.session", id);
  if (session.status !== "open") throw wrong("Only Checkout Sessions with a status in [open] can be expired.");
  Object.assign(session, { status: "expired", url: null });
  shop.emit("checkout.session.expired", session);
  return session;
};

const listCheckouts: Handler = (shop, { form }) => {
  const all = newestFirst(shop.checkouts.values()).filter(
    ({ customer, status }) => customer === form.customer && (!form.status || status === form.status),
  );
  return page("/v1/checkout/sessions", all, form);
};

const makePortal: Handler = (shop, { form, base }) => {
  const customer = shop.customer(textOf(form.customer) ?? "").id;
  const id = shop.id("bps");
  const url = `${base}/p/session/${id}`;
  const session = {
    id,
    object: "billing_portal.session" as const,
    customer,
    return_url: textOf(form.return_url) ?? "",
    url,
  };
  shop.portals.set(id, session);
  return session;
};

const listSubscriptions: Handler = (shop, { form }) => {
  if (form.customer) shop.customer(textOf(form.customer) ?? "");
  const wanted = ({ status }: Subscription) =>
    form.status === "all" || (form.status ? status === form.status : status !== "canceled");
  const all = newestFirst(shop.subscriptions.values()).filter((one) => one.customer === form.customer && wanted(one));
  return page("/v1/subscriptions", all, form);
};

const changeSubscription: Handler = (shop, { form }, id) => {
  const subscription = shop.subscription(id);
  if (subscription.status === "canceled") throw missing("subscription", id);
  const edit = (draft: Subscription): void => {
    for (const [i, item] of listOf(form.items).entries()) changeItem(shop, draft, item, i);
    if (form.cancel_at_period_end) {
      draft.cancel_at_period_end = isOn(form.cancel_at_period_end);
      draft.canceled_at = draft.cancel_at_period_end ? shop.now() : null;
    }
  };
  const strict = form.payment_behavior === "error_if_incomplete";
  change(shop, subscription, edit, strict && form.proration_behavior === "always_invoice");
  return subscriptionView(shop, subscription, form);
};

function changeItem(shop: Shop, draft: Subscription, form: Form, i: number): void {
  const { data } = draft.items;
  const known = data.find(({ id }) => id === form.id);
  if (form.id && !known) throw missing("subscription item", textOf(form.id) ?? "", `items[${i}][id]`);
  if (!known) {
    const line = {
      price: shop.price(textOf(form.price) ?? "", `items[${i}][price]`),
      quantity: Number(form.quantity ?? 1),
    };
    if (data.some(({ price }) => price.id === line.price.id))
      throw wrong("A subscription item with this price is already there.", `items[${i}][price]`);
    const [first] = data;
    data.push(itemOf(shop, draft.id, line, first?.current_period_start ?? 0, first?.current_period_end ?? 0));
  } else if (isOn(form.deleted)) data.splice(data.indexOf(known), 1);
  else {
    if (form.price) known.price = shop.price(textOf(form.price) ?? "", `items[${i}][price]`);
    if (form.quantity) known.quantity = Number(form.quantity);
  }
}

const endSubscription: Handler = (shop, _request, id) => {
  const subscription = shop.subscription(id);
  end(shop, subscription);
  return subscription;
};

const listMethods: Handler = (shop, { form }) => {
  const all = newestFirst(shop.methods.values()).filter(({ customer }) => customer === form.customer);
  return page("/v1/payment_methods", all, form);
};

const routes: [method: string, path: RegExp, handle: Handler][] = [
  ["GET", /^\/v1\/prices\/([^/]+)$/, (shop, _request, id) => shop.price(id, "id")],
  ["POST", /^\/v1\/customers$/, makeCustomer],
  ["GET", /^\/v1\/customers\/([^/]+)$/, readCustomer],
  ["POST", /^\/v1\/customers\/([^/]+)$/, changeCustomer],
  ["DELETE", /^\/v1\/customers\/([^/]+)$/, removeCustomer],
  ["GET", /^\/v1\/payment_methods$/, listMethods],
  ["POST", /^\/v1\/checkout\/sessions$/, makeCheckout],
  ["GET", /^\/v1\/checkout\/sessions$/, listCheckouts],
  ["POST", /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, expireCheckout],
  ["POST", /^\/v1\/billing_portal\/sessions$/, makePortal],
  ["GET", /^\/v1\/subscriptions$/, listSubscriptions],
  [
    ...(["GET", /^\/v1\/subscriptions\/([^/]+)$/] as const),
    (shop, { form }, id) => subscriptionView(shop, shop.subscription(id), form),
  ],
  ["POST", /^\/v1\/subscriptions\/([^/]+)$/, changeSubscription],
  ["DELETE", /^\/v1\/subscriptions\/([^/]+)$/, endSubscription],
];

/** Answers one call of the API, or throws a StripeFault. */
export function answerApi(shop: Shop, request: ApiRequest): object {
  for (const [method, path, handle] of routes) {
    const found = method === request.method ? path.exec(request.path) : null;
    if (found) return handle(shop, request, found[1] ?? "");
  }
  throw new StripeFault(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${request.method}: ${request.path}).`,
  });
}
