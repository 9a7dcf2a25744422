import type { Socket } from "socket.io-client";

export interface JoinAnswer {
  error?: string;
  /** Seconds, where the server is only unavailable for a moment. */
  retryAfter?: number;
}

/** Joins a room, and tries again while the server is unavailable. `payload` is asked before each attempt. Returns the way to stop. */
export function join(
  socket: Pick<Socket, "emit">,
  event: "join_room" | "join_session",
  payload: () => unknown,
  onAnswer: (answer: JoinAnswer) => void = () => undefined,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const attempt = () =>
    socket.emit(event, payload(), (answer: JoinAnswer) => {
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
