/**
 * Stripe's stand-in as a process: `serve.ts --port 3331 --muster http://localhost:3000`. Prints the settings with which
 * Muster finds it, and sends its events to Muster.
 */
import { parseArgs } from "node:util";
import { startStripeStandin } from "./server";

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { port: text, muster: text } });
const secret = "whsec_standin";
const standin = await startStripeStandin({
  port: Number(values.port ?? 0),
  webhook: { url: `${values.muster ?? "http://localhost:3000"}/webhooks/stripe`, secret },
});

/** What a Muster process needs to buy at the stand-in. */
const settings = {
  STRIPE_API_BASE: standin.url,
  STRIPE_SECRET_KEY: standin.key,
  STRIPE_WEBHOOK_SECRET: secret,
  STRIPE_PRICE_PRO: "price_pro",
  STRIPE_PRICE_TEAMS: "price_teams",
  STRIPE_PRICE_USERS_ADDON: "price_users",
  STRIPE_PRICE_STORAGE_ADDON: "price_storage",
};
for (const [name, value] of Object.entries(settings)) process.stdout.write(`${name}=${value}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void standin.close().then(() => process.exit(0)));
