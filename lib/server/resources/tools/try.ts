import { eq } from "drizzle-orm";
import { maxComparedInputs } from "@/lib/constants/tools";
import type { ComparedInput, ToolOutcome } from "@/lib/contract/tools/outputs";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { TeamCallContext } from "../../access/calls/implement";
import { createTeamPayer } from "../../engine/knowledge/payer";
import { Passages } from "../../engine/runs/log/passages";
import { teams } from "../../platform/db/tables/teams";
import { AppError } from "../../platform/errors/errors";
import type { ToolRow } from "../references/tools";
import { callTool, type ToolCall } from "./call";
import { listInputs } from "./inputs";
import { listRecordedInputs } from "./recorded";
import { getAppliedRevision, getRevision, type LoadedDefinition, openRevision } from "./revisions";
import { getToolImplementation } from "./types/all";
import type { CallContext } from "./types/kind";

const compareMs = 120_000;

/** The context of a test: charged to the team, with its default model. */
async function createContext(
  ctx: TeamCallContext,
  tool: CallContext["tool"],
  signal: AbortSignal,
): Promise<CallContext> {
  const { db, write, teamId } = ctx;
  const [team] = await db.select({ defaults: teams.defaultModels }).from(teams).where(eq(teams.id, teamId));
  return {
    db,
    write,
    teamId,
    tool,
    signal,
    passages: new Passages(),
    record: () => undefined,
    payer: () => createTeamPayer(db, teamId, ctx),
    modelId: team?.defaults?.llm ?? null,
  };
}

/** One call of a tool, without side effects in Muster. */
export async function testTool(ctx: TeamCallContext, tool: CallContext["tool"], call: ToolCall): Promise<ToolOutcome> {
  return callTool(call, await createContext(ctx, tool, ctx.signal));
}

const toComparable = ({ ok, result, error }: ToolOutcome): string => JSON.stringify(ok ? { result } : { error });

/**
 * Runs a revision next to the applied one, on the saved inputs and the latest arguments of real runs. `left`: inputs not run in
 * time.
 */
export async function compareRevision(
  ctx: TeamCallContext,
  tool: ToolRow,
  revisionId: string,
  confirm: boolean,
): Promise<{ results: ComparedInput[]; left: number }> {
  const { db, teamId } = ctx;
  const { revision } = await getRevision(db, teamId, revisionId, tool.id);
  const [before, after] = [(await getAppliedRevision(db, tool)).defined, openRevision(tool, revision)];
  const saved = await listInputs(db, tool.id);
  const recorded = await listRecordedInputs(db, ctx, tool.id);
  const inputs = [
    ...saved.map(({ name, operation, args }) => ({ name, source: "saved" as const, operation, args })),
    ...recorded.map(({ operation, args, at }) => ({
      name: `Call at ${at.toISOString()}`,
      source: "recorded" as const,
      operation,
      args,
    })),
  ].slice(0, maxComparedInputs);
  if (!confirm && !inputs.every(({ operation }) => isHarmless(tool, [before, after], operation)))
    throw new AppError(
      "conflict",
      `Calling ${tool.name} might change data. It would be called ${pluralize(2 * inputs.length, "time")}. Confirm to continue.`,
      { data: { confirm: true, calls: 2 * inputs.length } },
    );
  const late = AbortSignal.timeout(compareMs);
  const context = await createContext(ctx, tool, AbortSignal.any([ctx.signal, late]));
  const results: ComparedInput[] = [];
  for (const { args, ...input } of inputs) {
    const call = (defined: LoadedDefinition) => callTool({ defined, operation: input.operation, args }, context);
    try {
      const [one, other] = await Promise.all([call(before), call(after)]);
      results.push({ ...input, args, before: one, after: other, same: toComparable(one) === toComparable(other) });
    } catch (error) {
      if (!late.aborted) throw error;
      break;
    }
  }
  return { results, left: inputs.length - results.length };
}

const isHarmless = (tool: ToolRow, definitions: LoadedDefinition[], operation: string | null): boolean =>
  tool.repeatable ||
  definitions.every(({ type, definition, prepared }) =>
    getToolImplementation(type)
      .operations(definition, "", prepared)
      .some((one) => one.operation === operation && one.repeatable === true),
  );
