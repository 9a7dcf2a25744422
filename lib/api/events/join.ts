import type { Socket } from "socket.io-client";

export interface JoinResponse {
  error?: string;
  /** Seconds, where the server is only unavailable for a moment. */
  retryAfter?: number;
}

/**
 * Joins a room, and retries while the server is unavailable. `payload` is called before each attempt. Returns a
 * function that stops it.
 */
export function join(
  socket: Pick<Socket, "emit">,
  event: "join_room" | "join_session",
  payload: () => unknown,
  onAnswer: (answer: JoinResponse) => void = () => undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const attempt = () =>
    socket.emit(event, payload(), (answer: JoinResponse) => {
      if (stopped) return;
      onAnswer(answer);
      if (answer.retryAfter) timer = setTimeout(attempt, answer.retryAfter * 1_000);
    });
  attempt();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
