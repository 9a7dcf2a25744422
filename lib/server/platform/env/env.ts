import { join, resolve } from "node:path";
import { pairs, variables } from "./variables";

/** Values are not in the message, because they may be secrets. */
export class EnvironmentError extends Error {
  constructor(readonly sentences: string[]) {
    super(`Muster can't start with this environment:\n${sentences.map((sentence) => `  - ${sentence}`).join("\n")}`);
    this.name = "EnvironmentError";
  }
}

/** Validates environment variables; an empty one counts as not set. Throws EnvironmentError. */
export function parseEnv(given: Record<string, string | undefined>) {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
  const result = variables.safeParse(set);
  const sentences = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`);
  for (const [one, other] of pairs) {
    if (Boolean(set[one]) === Boolean(set[other])) continue;
    sentences.push(
      set[one] ? `${one} is set, so ${other} must also be set.` : `${other} is set, so ${one} must also be set.`,
    );
  }
  if (!result.success || sentences.length > 0) throw new EnvironmentError(sentences);
  const values = result.data;
  const appUrl = values.APP_URL ?? `http://localhost:${values.PORT}`;
  const dataDir = resolve(/* turbopackIgnore: true */ values.DATA_DIR);
  return {
    ...values,
    APP_URL: appUrl,
    /** If false, every loopback host on PORT is same-origin. */
    appUrlIsSet: values.APP_URL !== undefined,
    DATA_DIR: dataDir,
    MODELS_DIR: values.MODELS_DIR ? resolve(/* turbopackIgnore: true */ values.MODELS_DIR) : join(dataDir, "models"),
    UPLOADS_DIR: resolve(/* turbopackIgnore: true */ values.UPLOADS_DIR),
    MAIL_FROM: values.MAIL_FROM ?? `Muster <muster@${new URL(appUrl).hostname}>`,
    /** `STRIPE_PRICE_*` by suffix, e.g. `PRO`. */
    stripePrices: Object.fromEntries(
      Object.entries(set).flatMap(([name, value]) =>
        name.startsWith("STRIPE_PRICE_") && value ? [[name.slice("STRIPE_PRICE_".length), value] as const] : [],
      ),
    ) satisfies Record<string, string>,
    isProduction: values.NODE_ENV === "production",
  };
}

export type Env = Readonly<ReturnType<typeof parseEnv>>;

let cached: Env | undefined;

/** The environment, read once. */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

/** Returns a function that creates a value on its first call, and again for a new environment. */
export function fromEnv<T>(create: (set: Env) => T): () => T {
  let created: { from: Env; value: T } | undefined;
  return () => {
    const set = env();
    if (created?.from !== set) created = { from: set, value: create(set) };
    return created.value;
  };
}

/** For tests: the next `env()` reads again. */
export function forgetEnv(): void {
  cached = undefined;
}
