import { createServer, type Server } from "node:http";

/** A website with a strict content security policy that shows an embedded app. */
export async function startWebsite(port: number, app: string, tag: string): Promise<Server> {
  const policy = `default-src 'none'; script-src ${app}; frame-src ${app}; style-src 'none'; base-uri 'none'`;
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>
    <main><h1>Shop</h1><p>Welcome.</p></main>${tag}</html>`;
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy })
      .end(page);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}
