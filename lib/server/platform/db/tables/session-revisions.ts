/** The numbers of the revisions with which a session began. */
export interface SessionRevisions {
  /** Of its process. */
  app?: number | null;
  /** Of its agents, by their ids. */
  agents: Record<string, number>;
}
