/** A model step's metrics; null: not yet known, or never reported. */
export interface StepFacts {
  ttftMs: number | null;
  finishReason: string;
  inputTokens: number | null;
  outputTokens: number | null;
  durationMs: number;
  /** Some counts are estimates. */
  estimated?: true;
  /** The model that responded, as the provider names it; absent if it did not. */
  responseModel?: string;
}
