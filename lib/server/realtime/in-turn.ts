import { AppError } from "../http/errors";

/** Requests of one connection that wait for their turn. */
export interface Turns {
  last: Promise<unknown>;
  waiting: number;
}

const waitingMost = 100;

export const newTurns = (): Turns => ({ last: Promise.resolve(), waiting: 0 });

/**
 * Works off one connection's requests one by one, in the order in which they came: a leave cannot overtake its join, and a
 * flood takes no more of the database than one request. More than a page ever has under way are refused.
 */
export async function inTurn<T>(turns: Turns, work: () => Promise<T>): Promise<T> {
  if (turns.waiting >= waitingMost) throw new AppError("rate_limited", "Too many requests at once. Wait a moment.");
  turns.waiting += 1;
  const turn = turns.last.then(work).finally(() => {
    turns.waiting -= 1;
  });
  turns.last = turn.catch(() => undefined);
  return turn;
}
