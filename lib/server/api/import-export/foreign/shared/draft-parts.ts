/** An agent of the source. Texts may be too long or empty. */
export interface AgentDraft {
  name: string;
  role: string;
  goal: string;
  backstory: string;
  model?: string | undefined;
  tools?: string[];
  maxIterations?: number;
  allowDelegation?: boolean;
}

/** A task of the source. */
export interface TaskDraft {
  name: string;
  description: string;
  expectedOutput: string;
  agent?: string | undefined;
  tools?: string[];
  context?: string[];
  more?: Record<string, unknown>;
}
