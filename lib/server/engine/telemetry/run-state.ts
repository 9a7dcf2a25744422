import type { Part } from "../runs/log/part";
import type { ObservedAgent, ObservedCall } from "../runs/observe/observer";

/** What this process knows of a run that it works on. Spans do without what another process knew. */
export interface RunState {
  orgId: string | undefined;
  /** By part; "" is a chat's. */
  agents: Map<string, ObservedAgent & { startedAt: number }>;
  calls: Map<string, ObservedCall & { startedAt: number }>;
  tasks: Map<string, { name: string; startedAt: number; agentId: string; agentName: string }>;
  tokens: { input: number; output: number };
  /** Another process or an earlier attempt did a part of the work, so that the tokens are incomplete. */
  partial: boolean;
}

export const createRunState = (): RunState => ({
  orgId: undefined,
  agents: new Map(),
  calls: new Map(),
  tasks: new Map(),
  tokens: { input: 0, output: 0 },
  partial: false,
});

type PartFields = { [K in keyof Part]?: Part[K] | undefined };

export const toPartKey = ({ taskId = "", delegation = "" }: PartFields = {}): string =>
  delegation ? `${taskId}/${delegation}` : taskId;

/** The agent that works on a part of the run. */
export const findAgent = (state: RunState, part: PartFields) => state.agents.get(toPartKey(part));

/** The secrets of all agents of the run. */
export const listSecrets = ({ agents }: RunState): string[] => [
  ...new Set([...agents.values()].flatMap(({ secrets }) => secrets)),
];
