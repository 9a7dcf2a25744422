import { createServer, type RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { askReady } from "@/lib/scripts/ask-ready";

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return String(typeof address === "object" && address?.port);
}

test("what the server says is returned, with its status", async () => {
  const port = await serve((_request, response) => response.writeHead(503).end("Not yet."));
  expect(await askReady("127.0.0.1", port, 5_000)).toEqual({ status: 503, text: "Not yet." });
});

test.each<[string, RequestListener]>([
  ["nothing", () => undefined],
  ["half a reply", (_request, response) => response.write("Half")],
  ["a bit now and then", (_request, response) => void setInterval(() => response.write("."), 20).unref()],
])("a server that sends %s is not waited for", async (_what, listener) => {
  const port = await serve(listener);
  await expect(askReady("127.0.0.1", port, 200)).rejects.toThrow();
});
