import { singleton } from "@/lib/server/platform/process/registry";
import { FormIndex, secretForms } from "./redact";

/** Maximum forms of all secrets together: every log line is searched for them. */
const MAX_FORMS = 10_000;

/** Secrets recently used by this process, oldest first, with their encodings. */
class RememberedSecrets {
  readonly #index = new FormIndex();
  readonly #forms = new Map<string, string[]>();
  readonly #uses = new Map<string, number>();

  add(secret: string): void {
    const known = this.#forms.get(secret);
    if (known) {
      this.#forms.delete(secret);
      this.#forms.set(secret, known);
      return;
    }
    const forms = secretForms(secret).slice(0, MAX_FORMS);
    this.#forms.set(secret, forms);
    for (const form of forms) {
      this.#uses.set(form, (this.#uses.get(form) ?? 0) + 1);
      this.#index.add(form);
    }
    for (const oldest of this.#forms.keys()) {
      if (this.#uses.size <= MAX_FORMS) break;
      this.#forget(oldest);
    }
  }

  /** Keeps forms that another secret shares. */
  #forget(secret: string): void {
    for (const form of this.#forms.get(secret) ?? []) {
      const uses = (this.#uses.get(form) ?? 0) - 1;
      if (uses > 0) {
        this.#uses.set(form, uses);
        continue;
      }
      this.#uses.delete(form);
      this.#index.delete(form);
    }
    this.#forms.delete(secret);
  }

  redact(text: string): string {
    return this.#index.redact(text);
  }
}

const remembered = (): RememberedSecrets => singleton("rememberedSecrets", () => new RememberedSecrets());

/** Redacts this value from all log lines from now on. */
export const rememberSecret = (secret: string): void => remembered().add(secret);

/** Redacts every remembered secret from a text. */
export const redactRememberedSecrets = (text: string): string => remembered().redact(text);
