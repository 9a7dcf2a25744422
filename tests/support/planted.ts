import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { type ProviderId, providers } from "@/lib/constants/providers";
import { secretForms } from "@/lib/server/platform/crypto/redact";

/** Secrets by where they were planted, each a text that stands nowhere else. */
export class Planted {
  readonly values: [where: string, secret: string, forms: string[]][] = [];
  private readonly since = Date.now();

  plant(where: string): string {
    return this.keep(where, `planted-${randomBytes(18).toString("base64url")}`);
  }

  /** A secret that was made elsewhere, as a session's token is. */
  keep(where: string, secret: string): string {
    this.values.push([where, secret, secretForms(secret)]);
    return secret;
  }

  /** A provider's credentials with a secret in each field that takes one; its address leads to `base`. */
  config(type: ProviderId, base: string): Record<string, unknown> {
    const fields = providers[type].fields.map(({ name, kind, optional, headers }) => {
      const where = `${type}.${name}`;
      if (headers) return [name, `X-Secret: ${this.plant(where)}`];
      if (kind === "json") return [name, this.serviceAccount(where)];
      if (kind === "secret") return [name, this.plant(where)];
      return [name, kind === "url" ? base : optional ? undefined : "plain-value"];
    });
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }

  private serviceAccount(where: string): string {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const private_key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    this.keep(`${where}.private_key`, private_key.split("\n")[5] ?? "");
    const private_key_id = this.plant(`${where}.private_key_id`);
    const client_email = "robot@example.test";
    return JSON.stringify({
      type: "service_account",
      project_id: "plain-value",
      client_email,
      private_key,
      private_key_id,
    });
  }

  /** Where which secret stands in a text, in any spelling. */
  foundIn(place: string, text: string): string[] {
    return this.values.flatMap(([where, , forms]) =>
      forms.some((form) => text.includes(form)) ? [`${where} in ${place}`] : [],
    );
  }

  /** The same for every file below a folder that was written since the first secret, whatever it holds. */
  foundBelow(folder: string): string[] {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return files.flatMap(({ parentPath, name }) => {
      const path = join(parentPath, name);
      if (statSync(path).mtimeMs < this.since) return [];
      return this.foundIn(path.slice(folder.length), readFileSync(path, "latin1"));
    });
  }

  async foundInDatabase(pool: pg.Pool): Promise<string[]> {
    const { rows: tables } = await pool.query<{ name: string }>(
      "select table_name name from information_schema.tables where table_schema = 'public'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await pool.query<{ row: string }>(`select x::text row from "${name}" x`);
      for (const { row } of rows) found.push(...this.foundIn(`table ${name}`, row));
    }
    return found;
  }
}
