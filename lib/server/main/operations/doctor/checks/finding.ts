import type { Client } from "pg";
import type { Env } from "../../../../platform/env/env";

/** `ok` · `optional`: works, but a setting is missing or something deserves attention · `problem`: needs to be corrected */
export type State = "ok" | "optional" | "problem";

export interface Finding {
  state: State;
  /** One sentence without secrets. */
  found: string;
  /** One sentence; absent when there is nothing to do. */
  remedy?: string;
}

/** What the checks of one examination are given. */
export interface Examination {
  /** The environment as given, with names that Muster does not know. */
  variables: Record<string, string | undefined>;
  /** The names of those variables that come from `.env` files. */
  fromFiles: readonly string[];
  env: Env;
  /** Opens a connection. Undefined while the embedded database is stopped: nothing is started. Rejects if it cannot be used. */
  database: () => Promise<Client | undefined>;
  /** Undefined if the build is up to date, otherwise why it is not. Passed in by the script, which knows the builder. */
  buildProblem: () => string | undefined;
}

/** A check writes nothing that remains. Failures that it throws become a problem with `remedy`. */
export interface Check {
  name: string;
  remedy: string;
  run: (examination: Examination, signal: AbortSignal) => Promise<Finding[]>;
}

export const ok = (found: string): Finding => ({ state: "ok", found });
export const optional = (found: string, remedy?: string): Finding => ({ state: "optional", found, remedy });
export const problem = (found: string, remedy: string): Finding => ({ state: "problem", found, remedy });

/** The same for the part of a check that needs a database which is stopped or cannot be reached. */
export async function withDatabase(
  { database }: Examination,
  work: (client: Client) => Promise<Finding[]>,
  what: string,
): Promise<Finding[]> {
  const client = await database().catch(() => undefined);
  return client ? work(client) : [optional(`Can't check ${what} while the database is unavailable.`)];
}
