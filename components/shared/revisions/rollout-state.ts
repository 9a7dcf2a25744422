import type { ComparedRevision, RolloutView } from "@/lib/contract/base/revisions";

/** How often the figures of a rollout are read again. */
export const rolloutPollMs = 30_000;

/** A call that closes its dialog when it succeeds. */
interface Action<Sent extends unknown[]> {
  pending: boolean;
  /** Resolves to nothing if it failed. */
  run(...sent: Sent): Promise<object | undefined>;
}

export interface SentRollout {
  share: number;
  /** Absent: the draft is rolled out. */
  revisionId?: string | undefined;
  note?: string | undefined;
}

/** What can be done with revisions. */
export interface RevisionActions {
  /** Without an ID, it applies the draft. */
  apply: Action<[revisionId: string | undefined]>;
  discard: Action<[]>;
  /** Starts a rollout, or changes its share. */
  rollOut: Action<[SentRollout]>;
  stop: Action<[]>;
}

/** A rollout with the figures of both revisions. */
export interface ShownRollout {
  /** Null: none is running. */
  rollout: RolloutView | null;
  compared: ComparedRevision[];
  capped: boolean;
}
