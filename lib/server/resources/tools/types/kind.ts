import type { JSONSchema7 } from "@ai-sdk/provider";
import type { Issue } from "@/lib/contract/base/error";
import type { DefinitionOf, ToolKind } from "@/lib/contract/tools/kinds/all";
import type { ToolOutcome } from "@/lib/contract/tools/outputs";
import type { Payer } from "../../../engine/knowledge/payer";
import type { NewEvent } from "../../../engine/runs/log/events";
import type { Passages } from "../../../engine/runs/log/passages";
import type { Reader, ReadWrite } from "../../../platform/db/client";

/** A function of a tool, as models see it. */
export interface Operation {
  /** Null: the tool's only function. */
  operation: string | null;
  description: string;
  parameters: JSONSchema7;
  /** Always requires approval, independently of the tool's setting. */
  requireApproval?: boolean;
  /** Always safe to repeat, independently of the tool's setting. */
  repeatable?: boolean;
}

/** The caller of a tool: a run, or a test. */
export interface CallContext extends ReadWrite {
  teamId: string;
  tool: { name: string; functionName: string };
  signal: AbortSignal;
  /** Charged for a search's model calls. */
  payer: () => Promise<Payer>;
  /** The model for retrievers. */
  modelId: string | null;
  passages: Passages;
  /** Records an event together with the result. */
  record: (event: NewEvent) => void;
}

/** The status of a definition: ready, or saved although it cannot be called yet. */
export type ToolStatus = { state: "ready" } | { state: "error" | "pending"; stateMessage: string };

/** The result of a check. */
export interface CheckResult {
  status: ToolStatus;
  /** Plain JSON stored with the definition. */
  prepared?: unknown;
}

/** The implementation of a tool type. Secrets in definitions are decrypted here. */
export interface ToolImplementation<D> {
  /** Paths of the secrets in a definition. */
  secretPaths: (definition: D) => string[][];
  /** Addresses that secrets may be sent to: a new one requires entering them again. */
  addresses: (definition: D) => string[];
  /**
   * Everything that reads, receives or locates its secrets, with the secrets themselves, as comparable JSON: someone who may
   * not read stored secrets retains them only while it is unchanged.
   */
  readers: (definition: D) => unknown;
  /** A short description for lists. */
  summary: (definition: D) => string;
  operations: (definition: D, description: string, prepared: unknown) => Operation[];
  /** The definition to store, without unused parts. */
  stored?: (definition: D, teamId: string, signal: AbortSignal) => Promise<D>;
  /** Validation before saving, which never runs the tool. Issues prevent the save. */
  check: (db: Reader, teamId: string, definition: D, signal: AbortSignal) => Promise<Issue[] | CheckResult>;
  /** The default of `repeatable`. */
  repeatable: boolean;
  /** Throws only the signal's reason. */
  call: (
    definition: D,
    prepared: unknown,
    operation: string | null,
    args: Record<string, unknown>,
    context: CallContext,
  ) => Promise<ToolOutcome>;
}

export type ToolImplementations = { [T in ToolKind]: ToolImplementation<DefinitionOf<T>> };
