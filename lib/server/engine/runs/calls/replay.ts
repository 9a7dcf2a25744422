import type { RecordedCall } from "@/lib/contract/testsets/cases";
import { sameJson } from "@/lib/utils/json/same-json";
import type { EngineTool } from "./tools";

/** The result of a call in a test whose result is unknown. */
export const notRecorded = "This call isn't recorded in the test.";

const noTime = { embed: 0, vectors: 0, text: 0, total: 0 };

/**
 * Tools whose calls return recorded results and have no effects. A call with recorded arguments returns their result; one with
 * others the next result of that tool that was not used yet, then the last. Delegation and tools in `liveToolIds` are unchanged.
 */
export function replayCalls(
  tools: EngineTool[],
  recording: readonly RecordedCall[],
  liveToolIds: readonly string[] = [],
): EngineTool[] {
  const used = new Set<RecordedCall>();
  const find = (name: string, input: unknown): RecordedCall | undefined => {
    const own = recording.filter((call) => call.name === name);
    const same = own.filter((call) => sameJson(call.input ?? null, input ?? null));
    const candidates = same.length > 0 ? same : own;
    return candidates.find((call) => !used.has(call)) ?? candidates.at(-1);
  };
  return tools.map((tool) => {
    if (tool.delegates || liveToolIds.includes(tool.origin?.toolId ?? "")) return tool;
    return {
      ...tool,
      repeatable: true,
      requireApproval: false,
      asks: null,
      async execute(input, _signal, { record, passages }) {
        const call = find(tool.name, input);
        if (!call) throw new Error(notRecorded);
        used.add(call);
        for (const retrieval of call.retrievals ?? []) {
          passages.add(retrieval.passages);
          record({ kind: "retrieval", body: { ...retrieval, filters: [], dropped: [], ms: noTime } });
        }
        if (call.error !== undefined) throw new Error(call.error);
        return call.output;
      },
    };
  });
}
