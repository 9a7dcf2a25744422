/** An event of Flowise's stream: its name stands in the data. */
interface FlowiseEvent {
  event: string;
  data: unknown;
}

const isEvent = (value: unknown): value is FlowiseEvent =>
  typeof value === "object" && value !== null && "event" in value && typeof value.event === "string";

/** Reads Flowise's data-only server-sent events, however the network cuts them. */
export class FlowiseEvents {
  private rest = "";

  add(text: string): FlowiseEvent[] {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    return lines.flatMap((line) => {
      if (!line.startsWith("data:")) return [];
      const value: unknown = JSON.parse(line.slice("data:".length));
      return isEvent(value) ? [value] : [];
    });
  }
}
