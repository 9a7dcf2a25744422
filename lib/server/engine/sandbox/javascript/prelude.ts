/**
 * Globals for tool code: fetch, log, console. Runs inside the sandbox, where code may change it; not a security boundary. Only
 * text passes through the functions of `host`, up to the first NUL.
 */
export const prelude = `
(host, maxText) => {
  const { parse } = JSON;
  const open = new Map();
  let last = 0;

  const asText = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return String(value);
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
  };
  const log = (...values) => host.log(values.map(asText).join(" ").slice(0, maxText).replaceAll("\\0", "\ufffd"));

  class Response {
    #body;
    constructor({ status, statusText, url, headers }, body) {
      const all = new Map(headers);
      this.#body = body;
      this.status = status;
      this.statusText = statusText;
      this.ok = status >= 200 && status < 300;
      this.url = url;
      this.headers = {
        get: (name) => all.get(String(name).toLowerCase()) ?? null,
        has: (name) => all.has(String(name).toLowerCase()),
        entries: () => all.entries(),
        [Symbol.iterator]: () => all.entries(),
      };
    }
    async text() {
      return this.#body;
    }
    async json() {
      return JSON.parse(this.#body);
    }
  }

  const fetch = async (address, { method = "GET", headers = {}, body = null } = {}) => {
    if (body !== null && body !== undefined && typeof body !== "string")
      throw new TypeError("The body of fetch must be text. Use JSON.stringify.");
    const entries = typeof headers[Symbol.iterator] === "function" ? [...headers] : Object.entries(headers);
    const pairs = entries.map(([name, value]) => [String(name), String(value)]);
    const request = JSON.stringify({ url: String(address), method: String(method), headers: pairs, body: body ?? null });
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      open.set(id, { resolve, reject });
      host.fetch(id, request);
    });
  };

  const settle = (id, error, head, body) => {
    const call = open.get(id);
    open.delete(id);
    if (error !== null) call?.reject(new Error(error));
    else call?.resolve(new Response(parse(head), parse(body)));
  };

  const describe = (error) => {
    if (!(error instanceof Error)) return JSON.stringify({ message: asText(error).slice(0, maxText), stack: "" });
    const name = String(error.name).slice(0, 100);
    const message = String(error.message).slice(0, maxText);
    return JSON.stringify({ name, message, stack: String(error.stack).slice(0, 20000) });
  };

  globalThis.console = { log, info: log, warn: log, error: log, debug: log };

  const start = async (tool, args, env) => {
    try {
      const { default: main } = await tool;
      if (typeof main !== "function") return host.failed("no_default", "");
      const result = await main(JSON.parse(args), { env: JSON.parse(env), fetch, log });
      host.ended(JSON.stringify(result ?? null) ?? "null");
    } catch (error) {
      let said = "";
      try {
        said = describe(error);
      } catch {}
      host.failed("threw", said);
    }
  };
  return { start, settle, describe };
}
`;
