import type { RunRow } from "../runs/lease/lease";
import type { RunObserver } from "../runs/observe/observer";
import { redactText } from "./contents";
import { findInEvents } from "./from-events";
import type { Recipients } from "./recipients";
import { createRunState, listSecrets, type RunState, toPartKey } from "./run-state";
import type { RunSpan } from "./spans";

/** Sends the spans of runs to the server's collector and the organization's. */
export function observeSpans(recipients: Recipients): RunObserver {
  const states = new Map<string, RunState>();
  const getState = (run: RunRow): RunState => {
    const known = states.get(run.id) ?? createRunState();
    states.set(run.id, known);
    return known;
  };
  return {
    onAgent(run, part, agent) {
      if (!recipients.areWanted()) return;
      const state = getState(run);
      state.orgId = agent.orgId;
      state.partial ||= agent.resumed;
      const known = state.agents.get(toPartKey(part));
      state.agents.set(toPartKey(part), { ...agent, startedAt: known?.startedAt ?? Date.now() });
    },
    onCall(run, call) {
      if (recipients.areWanted()) getState(run).calls.set(call.callId, { ...call, startedAt: Date.now() });
    },
    onEvents(run, events, end) {
      if (!recipients.areWanted()) return;
      const state = getState(run);
      if (end) states.delete(run.id);
      const wanted = recipients.find(end?.session.orgId ?? state.orgId);
      const { spans, measurements } = findInEvents(
        run,
        state,
        events,
        end,
        wanted.some(({ includeContents }) => includeContents),
      );
      for (const { destination, includeContents } of wanted) {
        const secrets = includeContents ? listSecrets(state) : [];
        for (const span of spans) destination.add(forRecipient(span, includeContents, secrets));
        for (const measurement of measurements) destination.add(measurement);
      }
    },
    onReleased: (run) => void states.delete(run.id),
  };
}

/** Messages of errors may quote contents. */
function forRecipient({ contents, error, ...span }: RunSpan, includeContents: boolean, secrets: readonly string[]) {
  if (!includeContents) return { ...span, error: error && { type: error.type } };
  const message = error?.message && redactText(error.message, secrets);
  return { ...span, attributes: { ...span.attributes, ...contents }, error: error && { type: error.type, message } };
}
