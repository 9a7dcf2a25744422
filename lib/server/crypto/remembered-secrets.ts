import { singleton } from "@/lib/server/registry";
import { FormIndex, secretForms } from "./cut-secrets";

/** Of all secrets together: every line of the log is searched for them. */
const MAX_FORMS = 10_000;

/** The secrets that this process handled lately, oldest first, with the texts in which each could turn up. */
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

  /** Two secrets can have a form in common. */
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

  cut(text: string): string {
    return this.#index.cut(text);
  }
}

const remembered = (): RememberedSecrets => singleton("rememberedSecrets", () => new RememberedSecrets());

/** From here on this value is cut out of every line of the log. */
export const rememberSecret = (secret: string): void => remembered().add(secret);

/** Cuts every remembered secret out of a text. */
export const cutRememberedSecrets = (text: string): string => remembered().cut(text);
