import { beforeAll, describe, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { assets } from "@/lib/contract/assets/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { fileForm } from "../support/matrix/furnished-team";
import { testWorker } from "../support/sessions";
import {
  answered,
  asVisitor,
  begin,
  inTeam,
  readLink,
  type Shared,
  sharedApp,
  visit,
  visitorMessages,
  visitorSession,
  write,
} from "../support/visitors";

beforeAll(async () => {
  await testWorker();
});

const newIcon = async (person: Person) =>
  (await expectOk(callAs(assets.add, { ...inTeam(person), body: fileForm("icon.png") }))) as {
    _id: string;
    filename: string;
  };
const change = ({ person, slug, shareId }: Shared, body: Record<string, unknown>) =>
  callAs(shares.edit, { token: person.token, params: { resourceSlug: slug, shareId }, body });
const shown = async (link: Shared, token?: string) => (await readLink(link, token)).body as { shareLink: object };

describe("how a link looks", () => {
  it("is chosen for each link, and falls back to its app", async () => {
    const link = await sharedApp();
    expect(await shown(link)).toMatchObject({
      shareLink: { name: "Chat", icon: null, accent: null, welcomeText: null },
    });
    const { _id: iconId, filename } = await newIcon(link.person);
    const look = { name: "Harbour desk", iconId, accent: "#0B5394", welcomeText: "Welcome!\nAsk about tides." };
    await expectOk(change(link, look));
    const { iconId: _, ...texts } = look;
    expect(await shown(link)).toMatchObject({ shareLink: { ...texts, icon: { filename } } });
    const { body } = await callAs(shares.list, inTeam(link.person));
    expect(body).toMatchObject({ shareLinks: [{ ...look, icon: { filename } }] });
    // Its visitors see that name everywhere, and not the app's.
    const visitor = await visit(link);
    expect(await visitorSession(visitor)).toMatchObject({ appName: "Harbour desk", app: { icon: { filename } } });
    await expectOk(write(visitor, "Hello"));
    await answered(visitor);
    expect((await visitorMessages(visitor)).map(({ authorName }) => authorName)).toEqual(["Visitor", "Harbour desk"]);
    await expectOk(change(link, { name: "", iconId: null, accent: null, welcomeText: "" }));
    expect(await shown(link)).toMatchObject({
      shareLink: { name: "Chat", icon: null, accent: null, welcomeText: null },
    });
  });

  it("shows before the password is entered, without anything of the app", async () => {
    const link = await sharedApp(
      {},
      { password: "open sesame", name: "Desk", accent: "#ffcc00", welcomeText: "Hello" },
    );
    const { _id: iconId, filename } = await newIcon(link.person);
    await expectOk(change(link, { iconId }));
    expect(await shown(link)).toEqual({
      shareLink: { passwordRequired: true, name: "Desk", accent: "#ffcc00", welcomeText: "Hello", icon: { filename } },
    });
  });

  it("is refused if it could mislead or break a page", async () => {
    const link = await sharedApp();
    const foreign = await newIcon(await newPerson("Grace"));
    for (const [path, value] of [
      ["accent", "red"],
      ["accent", "#12345"],
      ["accent", "#1234567"],
      ["accent", "#123456; background: url(https://example.test)"],
      ["accent", "#123456\n"],
      ["accent", ""],
      ["name", "x".repeat(101)],
      ["name", "Bank\u202Eknab"],
      ["name", "Two\nlines"],
      ["welcomeText", "x".repeat(501)],
      ["welcomeText", "Hidden \u2067 direction"],
      ["iconId", foreign._id],
      ["iconId", "asset_unknown"],
    ]) {
      const reply = await change(link, { [path as string]: value });
      expect([value, reply.status, (reply.body as { issues?: object[] }).issues]).toEqual([
        value,
        400,
        [expect.objectContaining({ path })],
      ]);
    }
    // Markup is text.
    const name = '<img src=x onerror="alert(1)">';
    await expectOk(change(link, { name }));
    expect(await shown(link)).toMatchObject({ shareLink: { name } });
  });

  it("loses an icon that is deleted", async () => {
    const link = await sharedApp();
    const { person, slug } = link;
    const { _id: assetId } = await newIcon(person);
    await expectOk(change(link, { iconId: assetId }));
    const params = { resourceSlug: slug, assetId };
    const removed = await callAs(assets.remove, { token: person.token, params, body: { force: true } });
    expect([200, 409]).toContain(removed.status);
    if (removed.status === 200) expect(await shown(link)).toMatchObject({ shareLink: { icon: null } });
  });
});

it("a visitor who entered a password gives the values that the session needs, and no others", async () => {
  const link = await sharedApp({}, { password: "open sesame" });
  const { person, slug, appId } = link;
  const add = (name: string) =>
    expectOk(callAs(variables.add, { ...inTeam(person), body: { name, defaultValue: "", description: "" } }));
  const { _id } = await add("topic");
  await add("hidden");
  const edited = { token: person.token, params: { resourceSlug: slug, appId }, body: { variableIds: [_id] } };
  await expectOk(callAs(apps.edit, edited));
  const made = await expectOk(begin(link, undefined, { password: "open sesame" }));
  const visitor = { link, token: String(made.visitorToken), sessionId: String(made._id) };
  expect(await visitorSession(visitor)).toMatchObject({ app: { variables: [{ name: "topic", given: false }] } });
  const body = { variables: { topic: "Trains", hidden: "Mine" } };
  const renamed = callAs(sessions.edit, { ...asVisitor(visitor), body: { ...body, name: "Renamed" } });
  expect((await renamed).status).toBe(400);
  expect(await visitorSession(visitor)).toMatchObject({ app: { variables: [{ name: "topic", given: false }] } });
  await expectOk(callAs(sessions.edit, { ...asVisitor(visitor), body }));
  expect(await visitorSession(visitor)).toMatchObject({ name: "Chat", app: { variables: [] } });
  const { session } = (await expectOk(
    callAs(sessions.get, { token: person.token, params: { resourceSlug: slug, sessionId: visitor.sessionId } }),
  )) as { session: { variables: object } };
  expect(session.variables).toEqual({ topic: "Trains" });
  const other = await expectOk(begin(link, undefined, { password: "open sesame" }));
  const stranger = { ...asVisitor(visitor), token: String(other.visitorToken) };
  expect((await callAs(sessions.edit, { ...stranger, body })).status).toBe(404);
});
