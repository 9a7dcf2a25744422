import type { JSONSchema7 } from "@ai-sdk/provider";
import type { Issue } from "@/lib/contract/error";
import type { DefinitionOf, KnownType } from "@/lib/contract/tool-kinds/all";
import type { ToolOutcome } from "@/lib/contract/tools";
import type { Db } from "../../db/client";
import type { Payer } from "../../knowledge/payer";
import type { NewEvent } from "../../runs/events";
import type { Passages } from "../../runs/passages";

/** One function that models see of a tool. */
export interface Operation {
  /** Null: the tool has only this one. */
  operation: string | null;
  description: string;
  parameters: JSONSchema7;
  /** A person is asked before it is called, whatever the tool says. */
  requireApproval?: boolean;
  /** Calling it again does no harm, whatever the tool says. */
  repeatable?: boolean;
}

/** Who calls, and with what: a run, or somebody who tries the tool. */
export interface CallContext {
  db: Db;
  teamId: string;
  tool: { name: string; functionName: string };
  signal: AbortSignal;
  /** Who pays for the model calls of a search. */
  payer: () => Promise<Payer>;
  /** The model that a retriever has think first. */
  modelId: string | null;
  passages: Passages;
  /** An event that is written with the result. */
  tell: (event: NewEvent) => void;
}

/** How a definition stands: ready, or saved all the same although it cannot be called yet. */
export type Standing = { state: "ready" } | { state: "error" | "pending"; stateMessage: string };

/** What looking at a definition has found. */
export interface Checked {
  standing: Standing;
  /** Plain JSON that is kept beside the definition. */
  prepared?: unknown;
}

/** What there is to know of a type of tool. Secrets in a definition are in clear here. */
export interface Kind<D> {
  /** Where its secrets stand in a definition. */
  secretPaths: (definition: D) => string[][];
  /** Where secrets can go to: one more than before needs them entered again. */
  addresses: (definition: D) => string[];
  /**
   * What reads its secrets, goes where they go, or says where they stand, with the secrets themselves. Plain JSON, to be
   * compared: who may not read stored secrets keeps them only while none of it changes.
   */
  readers: (definition: D) => unknown;
  /** For lists: at most some words. */
  summary: (definition: D) => string;
  operations: (definition: D, description: string, prepared: unknown) => Operation[];
  /** The definition as it is stored: what nobody needs of it is left out. */
  stored?: (definition: D, teamId: string, signal: AbortSignal) => Promise<D>;
  /** Before it is saved. Issues stand at fields of the definition and keep it from being saved. Never runs anything. */
  check: (db: Pick<Db, "select">, teamId: string, definition: D, signal: AbortSignal) => Promise<Issue[] | Checked>;
  /** What `repeatable` is unless somebody says. */
  repeatable: boolean;
  /** Never throws for what the tool does; throws the signal's reason once that aborts. */
  call: (
    definition: D,
    prepared: unknown,
    operation: string | null,
    args: Record<string, unknown>,
    context: CallContext,
  ) => Promise<ToolOutcome>;
}

export type Kinds = { [T in KnownType]: Kind<DefinitionOf<T>> };
