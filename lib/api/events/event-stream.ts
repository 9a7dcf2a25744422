/** Milliseconds of silence after which an event stream counts as dead; the server sends a comment every 15 s. */
const maxSilence = 40_000;

/** Yields the data of each event of a `text/event-stream` response. Throws if the connection breaks or falls silent. */
export async function readEventStream({ body }: Response, onData: (data: string) => void): Promise<void> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const piece = await within(maxSilence, reader.read(), () => void reader.cancel().catch(() => undefined));
    if (piece.done) return;
    const events = (rest + piece.value).split("\n\n");
    rest = events.pop() ?? "";
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

async function within<T>(milliseconds: number, work: Promise<T>, onLate: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The event stream is silent.")), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    onLate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
