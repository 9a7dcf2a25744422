import { randomUUID } from "node:crypto";
import { maxAccountConnections } from "@/lib/constants/limits";
import { maxConcurrency, maxRate } from "@/lib/constants/publications";
import type { AccountResponse } from "@/lib/contract/accounts/schemas";
import type { DirectCall } from "./processes/direct-reader";
import type { Conversation } from "./processes/muster-reader";

const password = "correct horse battery 9";

export interface Person {
  url: string;
  token: string;
  slug: string;
  accountId: string;
  orgId: string;
}

export async function callJson<T = Record<string, string>>(
  { url, token }: { url: string; token?: string },
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}

export async function newPerson(url: string): Promise<Person> {
  const email = `ada-${randomUUID()}@example.test`;
  await callJson({ url }, "/forms/account/register", { name: "Ada", email, password });
  const { token = "" } = await callJson({ url }, "/forms/account/login", { email, password });
  const { account } = await callJson<AccountResponse>({ url, token }, "/account.json");
  return { url, token, slug: account.currentTeam ?? "", accountId: account._id, orgId: account.currentOrg ?? "" };
}

/** A chat app on an agent of its own, with a model of that name; the stand-in's unless it is the offline provider's. */
export async function newApp(person: Person, model: string, toolIds: string[] = []): Promise<string> {
  const forms = `/${person.slug}/forms`;
  const demo = model.startsWith("demo-");
  const { _id: modelId } = await callJson(person, `${forms}/model/add`, {
    name: "Model",
    type: demo ? "demo" : "open_ai",
    model,
    modelType: "llm",
    contextWindow: 100_000,
    config: demo ? {} : { api_key: "sk-bench" },
    force: true,
  });
  const agent = { name: "Guide", role: "a guide", goal: "Help", backstory: "Knows the way.", modelId, toolIds };
  const { _id: agentId } = await callJson(person, `${forms}/agent/add`, agent);
  const app = { name: "Chat", type: "chat", sharingMode: "team", agentId, maxMessages: 1_000 };
  const { _id = "" } = await callJson(person, `${forms}/app/add`, app);
  return _id;
}

export async function newSession(person: Person, appId: string): Promise<string> {
  const { _id = "" } = await callJson(person, `/${person.slug}/forms/session/add`, { id: appId });
  return _id;
}

/** New sessions with a model. No account gets more than the live connections that one may have. */
export async function newConversations(url: string, model: string, count: number): Promise<Conversation[]> {
  const found: Conversation[] = [];
  while (found.length < count) {
    const person = await newPerson(url);
    const appId = await newApp(person, model);
    const { token, slug } = person;
    const here = Math.min(maxAccountConnections, count - found.length);
    for (let at = 0; at < here; at += 10) {
      const made = Array.from({ length: Math.min(10, here - at) }, () => newSession(person, appId));
      for (const sessionId of await Promise.all(made)) found.push({ url, token, slug, sessionId });
    }
  }
  return found;
}

/** Calls of apps with that model, published as OpenAI-compatible APIs: as many as so many streams need. */
export async function newPublicationCalls(url: string, model: string, streams: number): Promise<DirectCall[]> {
  const calls: DirectCall[] = [];
  for (let left = streams; left > 0; left -= maxConcurrency) {
    const person = await newPerson(url);
    const appId = await newApp(person, model);
    const form = { name: "API", appId, ways: { openai: true }, rate: maxRate, concurrency: maxConcurrency };
    const { key = "" } = await callJson(person, `/${person.slug}/forms/publication/add`, form);
    calls.push({ key, body: { model: appId, stream: true, messages: [{ role: "user", content: "Count" }] } });
  }
  return calls;
}
