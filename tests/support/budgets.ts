import { type BudgetState, budgets, type ExceededBudget } from "@/lib/contract/budgets/schemas";
import { models } from "@/lib/contract/models/schemas";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { callAs, expectOk, newPerson, type Person } from "./client";
import { at, newApp, newSession, say, settled } from "./sessions";

export const inTeam = ({ token, slug }: Pick<Person, "token" | "slug">) => ({ token, params: { resourceSlug: slug } });

interface Limits {
  money?: number | null;
  tokens?: number | null;
  mode?: "soft" | "hard";
}

/** A hard budget unless told otherwise. */
export const setTeam = (person: Person, limits: Limits) =>
  callAs(budgets.editTeam, { ...inTeam(person), body: { mode: "hard", ...limits } });
export const setOrg = (person: Person, limits: Limits) =>
  callAs(budgets.editOrg, { ...inTeam(person), body: { mode: "hard", ...limits } });
export const setApp = (person: Person, appId: string, limits: Limits) =>
  callAs(budgets.editApp, {
    token: person.token,
    params: { resourceSlug: person.slug, appId },
    body: { mode: "hard", ...limits },
  });
export const setKey = (person: Person, keyId: string, limits: Limits) =>
  callAs(budgets.editKey, { token: person.token, params: { keyId }, body: { mode: "hard", ...limits } });

const state = (answer: unknown) => answer as BudgetState;
export const teamBudget = async (person: Person) => state(await expectOk(callAs(budgets.getTeam, inTeam(person))));
export const orgBudget = async (person: Person) => state(await expectOk(callAs(budgets.getOrg, inTeam(person))));
export const appBudget = async (person: Person, appId: string) =>
  state(await expectOk(callAs(budgets.getApp, { token: person.token, params: { resourceSlug: person.slug, appId } })));
export const keyBudget = async (person: Person, keyId: string) =>
  state(await expectOk(callAs(budgets.getKey, { token: person.token, params: { keyId } })));

/** What the session's run waits for, as somebody sees it. */
export const asked = async (person: Person, sessionId: string) =>
  ((await expectOk(callAs(budgets.asked, at(person, sessionId)))) as { budgets: ExceededBudget[] }).budgets;

/** An app on a model of which a million tokens cost `price` dollars. */
export async function pricedApp(person: Person, price: number | null = 100, options = {}): Promise<string> {
  const appId = await newApp(person, options);
  const { models: all } = (await expectOk(callAs(models.list, inTeam(person)))) as { models: { _id: string }[] };
  const params = { resourceSlug: person.slug, modelId: String(all[0]?._id) };
  await expectOk(callAs(models.edit, { token: person.token, params, body: { inputPrice: price, outputPrice: price } }));
  return appId;
}

export const pricedSession = async (person: Person, price?: number | null, options = {}) =>
  newSession(person, await pricedApp(person, price, options));

export const bodies = (log: SessionEvent[], kind: string) =>
  log.filter((event) => event.kind === kind).map(({ body }) => body as object as Record<string, never>);

export const ask = async (person: Person, sessionId: string, message = "How are you?") => {
  await expectOk(say(person, sessionId, { message }));
  return settled(person, sessionId);
};

/** Lets the run pass the budget that has asked. */
export const answer = (person: Person, sessionId: string, requestId: string | undefined) =>
  say(person, sessionId, { requestId, decision: "approve" });

/** A team with a budget of one token, which its first call has used up, and a session whose run waits for it. */
export async function waitingRun() {
  const ada = await newPerson();
  const sessionId = await pricedSession(ada);
  await expectOk(setTeam(ada, { tokens: 1 }));
  await ask(ada, sessionId);
  const session = await ask(ada, sessionId, "And now?");
  const [request] = await asked(ada, sessionId);
  return { ada, sessionId, session, request };
}
