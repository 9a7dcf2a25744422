import { afterAll, beforeAll } from "vitest";
import { type Ending, type Muster, onEmbedded } from "./many-processes";
import { freePort } from "./muster-process";

/** A server on its own embedded database until the file's end, which can be killed and started again at the same address. */
export function killableServer() {
  let muster: Muster;
  let server: Ending & { url: string };
  const variables = { PORT: "", RATE_LIMIT_SCALE: "100000" };
  beforeAll(async () => {
    muster = await onEmbedded();
    variables.PORT = String(await freePort());
    server = await muster.server(variables);
  }, 60_000);
  afterAll(() => muster.end(), 30_000);
  return {
    get muster() {
      return muster;
    },
    /** The running process. */
    get current() {
      return server;
    },
    async restart(): Promise<void> {
      server = await muster.server(variables);
    },
  };
}
