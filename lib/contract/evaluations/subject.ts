/** What an evaluation tests. */
export interface EvaluationSubject {
  /** The number of the tested revision; null: a draft, or other content that is not applied. */
  revision: number | null;
  /** What is tested, for people: “Revision 4”, “Draft”. */
  label: string;
}

/** What is applied or rolled out once the required cases pass. */
export interface PendingApply {
  agentId: string;
  /** The account that wants it. */
  accountId: string;
  /** A revision; otherwise the draft. */
  revisionId?: string | undefined;
  note?: string | undefined;
  /** It is rolled out to this share of new sessions. */
  share?: number | undefined;
}
