import { APICallError } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { toFailure } from "@/lib/server/engine/models/providers/bounds/failure";

const failed = (responseBody: string, statusCode = 400, message = "Bad Request", responseHeaders = {}) =>
  new APICallError({
    message,
    url: "https://api.test",
    requestBodyValues: {},
    statusCode,
    responseBody,
    responseHeaders,
  });

const secret = `sk-${"a1b2c3d4".repeat(40)}`;

describe("the provider's own words", () => {
  it.each([
    ["OpenAI's form", '{"error":{"message":"Too long"}}'],
    ["Ollama's form", '{"error":"Too long"}'],
    ["a list, as Google streams it", '[{"error":{"code":400,"message":"Too long"}}]'],
    ["a gateway's form", '{"detail":"Too long"}'],
    ["a bare message", '{"message":"Too long"}'],
  ])("are found in %s", (_form, body) => {
    expect(toFailure(failed(body), []).message).toBe("The provider rejected the request (400): Too long.");
  });

  it("are found in plain text, and in no web page", () => {
    const plain = failed("404 page not found", 404, "Not Found", { "content-type": "text/plain; charset=utf-8" });
    expect(toFailure(plain, []).message).toBe("The provider doesn't recognize this model (404): 404 page not found.");
    const page = failed("<html><body>Sorry</body></html>", 503, "Service Unavailable", { "content-type": "text/html" });
    expect(toFailure(page, []).message).toBe("The provider is overloaded (503): Service Unavailable.");
  });

  it("are cut between characters and carry nothing that can't be stored", () => {
    const long = toFailure(failed(JSON.stringify({ error: `${"x".repeat(299)}😀😀` })), []).message;
    expect(long).toMatch(/x😀…$/u);
    const odd = toFailure(failed('{"error":"bad\\u0000thing \\ud83d"}'), []).message;
    expect(odd).toBe("The provider rejected the request (400): bad thing \ufffd.");
  });

  it("lose every secret before they are shortened or joined", () => {
    const long = toFailure(failed(JSON.stringify({ error: `${"x".repeat(250)} ${secret}` })), [secret]).message;
    expect(long).toMatch(/x \[secret\]\.$/);
    const broken = `-----BEGIN KEY-----\nabcdefgh\nijklmnop\n-----END KEY-----`;
    const joined = toFailure(failed(JSON.stringify({ error: `Bad key ${broken} given` })), [broken]).message;
    expect(joined).toBe("The provider rejected the request (400): Bad key [secret] given.");
  });

  it("name a wrong key of Google's", () => {
    const body = '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}';
    expect(toFailure(failed(body), [])).toMatchObject({
      kind: "auth",
      message: "The provider rejected the API key (400): API key not valid. Please pass a valid API key.",
    });
  });
});

it("shows nothing of an error that is not the provider's", () => {
  const failure = toFailure(new Error("connect /var/run/postgres password=hunter2"), []);
  expect(failure).toMatchObject({
    kind: "unknown",
    message: "The provider failed with an unknown error.",
  });
});
