import type { AgentDefinition } from "../agents/definition";

/** What an evaluation tests. */
export interface EvaluationSubject {
  /** The agent, also of a chat app. Absent for processes. */
  agentId?: string;
  appId?: string;
  /** The agent's content. Its tools' revisions are complete, so that the test can be repeated. */
  definition?: AgentDefinition;
  /** The number of the agent's revision; null: a draft, or other content that is not applied. */
  revision: number | null;
  /** What is tested, for people: “Revision 4”, “Draft”. */
  label: string;
}

/** What is applied once the required cases pass. */
export interface PendingApply {
  agentId: string;
  /** The account that wants it. */
  accountId: string;
  /** An earlier revision; otherwise the draft is applied. */
  revisionId?: string | undefined;
  note?: string | undefined;
}
