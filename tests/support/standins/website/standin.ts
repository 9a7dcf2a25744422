import { type LoopbackServer, loopbackServer } from "../../loopback-server";

export interface Reply {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A page with links, as an ordinary site has them. */
export const html = (title: string, body: string, head = ""): Reply => ({
  body: `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`,
});

export const links = (...paths: string[]): string => paths.map((path) => `<a href="${path}">to ${path}</a>`).join(" ");

/** A site in memory on a loopback address. */
export class WebsiteStandin {
  readonly pages = new Map<string, Reply>();
  /** Paths as they were asked for, with the time. */
  readonly requests: { path: string; at: number; headers: Record<string, unknown> }[] = [];
  #server: LoopbackServer | undefined;

  get url(): string {
    return this.#server?.url ?? "";
  }

  get port(): number {
    return this.#server?.port ?? 0;
  }

  get paths(): string[] {
    return this.requests.map(({ path }) => path);
  }

  async start(): Promise<this> {
    this.#server = await loopbackServer((request, response) => {
      const path = request.url ?? "/";
      this.requests.push({ path, at: Date.now(), headers: request.headers });
      const {
        status = 200,
        type = "text/html; charset=utf-8",
        headers = {},
        body = "",
      } = this.pages.get(path) ?? {
        status: 404,
        body: "not here",
      };
      const etag = headers.etag;
      if (etag && request.headers["if-none-match"] === etag) {
        response.writeHead(304, headers);
        response.end();
        return;
      }
      response.writeHead(status, { ...(type ? { "content-type": type } : {}), ...headers });
      response.end(body);
    });
    return this;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  sitemap(...paths: string[]): Reply {
    const entries = paths.map((path) => `<url><loc>${this.url}${path.replaceAll("&", "&amp;")}</loc></url>`);
    return { type: "application/xml", body: `<?xml version="1.0"?><urlset>${entries.join("\n")}</urlset>` };
  }

  sitemapIndex(...addresses: string[]): Reply {
    const entries = addresses.map((one) => `<sitemap><loc><![CDATA[${this.url}${one}]]></loc></sitemap>`);
    return { type: "application/xml", body: `<sitemapindex>${entries.join("")}</sitemapindex>` };
  }
}
