/** Milliseconds of silence after which an event stream counts as dead; the server sends a comment every 15 s. */
const maxSilenceMs = 40_000;

/** Yields the data of each event of a `text/event-stream` response. Throws if the connection breaks or falls silent. */
export async function readEventStream({ body }: Response, onData: (data: string) => void): Promise<void> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const chunk = await withTimeout(maxSilenceMs, reader.read(), () => void reader.cancel().catch(() => undefined));
    if (chunk.done) return;
    const events = (buffer + chunk.value).split("\n\n");
    buffer = events.pop() ?? "";
    for (const event of events) {
      const data = parseData(event);
      if (data) onData(data);
    }
  }
}

const field = /^data: ?/;
const parseData = (event: string): string =>
  event
    .split("\n")
    .filter((line) => field.test(line))
    .map((line) => line.replace(field, ""))
    .join("\n");

async function withTimeout<T>(milliseconds: number, work: Promise<T>, onTimeout: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The event stream is silent.")), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } catch (error) {
    onTimeout();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
