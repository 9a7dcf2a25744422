/** A revision that is not applied but used by a share of new sessions. */
export interface Rollout {
  /** Its number. */
  revision: number;
  /** Percent of new sessions. */
  share: number;
  /** ISO 8601. */
  startedAt: string;
  /** The account that started it. */
  startedBy: string;
  /** Why it was started although required tests had not passed. */
  override?: string;
}
