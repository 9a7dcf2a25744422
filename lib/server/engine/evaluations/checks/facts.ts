export interface CallFact {
  name: string;
  input: unknown;
  error?: string | undefined;
}

/** What checks can read of an answer and how it came about. */
export interface AnswerFacts {
  text: string;
  /** The tool calls, in order. */
  calls: CallFact[];
  /** Model calls. */
  steps: number;
  /** Null: unknown. */
  costUsd: number | null;
  inputTokens: number;
  outputTokens: number;
  /** Of the first model call. Null: unknown. */
  firstTokenMs: number | null;
  /** Documents of which a passage was retrieved. */
  documents: { documentId: string; title: string }[];
}
