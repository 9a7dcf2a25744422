import { beforeAll, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { feedback } from "@/lib/contract/feedback/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { joinTeam, newApp, newSession, readMessages, readSession, say, settled, testWorker } from "../support/sessions";

beforeAll(testWorker);

const to = ({ token }: Person, slug: string) => ({ token, params: { resourceSlug: slug } });

/** A session with one answer, rated. */
async function rated(person: Person, appId: string, value: 1 | -1, reason?: string): Promise<string> {
  const sessionId = await newSession(person, appId);
  await say(person, sessionId, { message: "Where is the quay?" });
  await settled(person, sessionId);
  const answer = (await readMessages(person, sessionId)).find(({ role }) => role === "assistant");
  const params = { resourceSlug: person.slug, sessionId };
  await expectOk(
    callAs(sessions.feedback, { token: person.token, params, body: { messageId: answer?._id ?? "", value, reason } }),
  );
  return sessionId;
}

it("counts ratings by app, agent and revision, and lists the sessions behind each figure", async () => {
  const ada = await newPerson();
  const appId = await newApp(ada);
  const first = await rated(ada, appId, -1, "Too long.");
  const { agentId } = (await readSession(ada, first)) as { agentId?: string };
  const { agents: listed } = await expectOk(callAs(agents.list, to(ada, ada.slug)));
  const id = agentId ?? (listed as { _id: string }[])[0]?._id ?? "";
  const params = { resourceSlug: ada.slug, agentId: id };
  await expectOk(callAs(agents.edit, { token: ada.token, params, body: { goal: "Answer briefly" } }));
  const second = await rated(ada, appId, 1);
  const found = await expectOk(callAs(feedback.get, { ...to(ada, ada.slug), query: { agentId: id } }));
  expect(found).toMatchObject({
    totals: { up: 1, down: 1 },
    apps: [{ _id: appId, name: "Chat", up: 1, down: 1 }],
    agents: [{ _id: id, name: "Guide", up: 1, down: 1 }],
    revisions: [
      { revision: 2, up: 1, down: 0 },
      { revision: 1, up: 0, down: 1 },
    ],
  });
  const list = async (query: object) =>
    (
      (await expectOk(callAs(feedback.list, { ...to(ada, ada.slug), query: { ...query } }))).ratings as {
        sessionId: string;
        reason: string | null;
      }[]
    ).map(({ sessionId, reason }) => [sessionId, reason]);
  expect(await list({ revision: "1" })).toEqual([[first, "Too long."]]);
  expect(await list({ value: "1" })).toEqual([[second, null]]);
});

it("counts only ratings of sessions that the member sees", async () => {
  const [ada, bob] = [await newPerson(), await newPerson("Bob")];
  const appId = await newApp(ada);
  await rated(ada, appId, -1, "Wrong.");
  await joinTeam(bob, ada.slug);
  expect(await expectOk(callAs(feedback.get, to(bob, ada.slug)))).toMatchObject({ totals: { up: 0, down: 1 } });
  const sessionsOf = await expectOk(callAs(feedback.list, { ...to(bob, bob.slug), query: {} }));
  expect(sessionsOf.ratings).toEqual([]);
});
