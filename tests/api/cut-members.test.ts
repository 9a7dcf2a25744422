import { io as connect, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { startSockets } from "@/lib/server/api/realtime/sockets";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { inTeam, joined } from "../support/members";

let server: LoopbackServer;
beforeAll(async () => {
  server = await loopbackServer((_, response) => response.writeHead(404).end());
  startSockets(server.server);
});
afterAll(() => server.close());

interface Page {
  socket: Socket;
  told: string[];
}

/** Somebody's page, in the team's room. */
async function page({ token, slug }: Person): Promise<Page> {
  const options = { path: "/socket.io", auth: { token }, transports: ["websocket"], reconnection: false };
  const socket = connect(server.url, { ...options, forceNew: true });
  onTestFinished(() => void socket.disconnect());
  const told: string[] = [];
  socket.on("notification", ({ description }: { description: string }) => told.push(description));
  expect(await socket.emitWithAck("join_room", slug)).toEqual({ ok: true });
  return { socket, told };
}

type Act = (ada: Person, bob: Person) => Promise<unknown>;
const memberIdOf = ({ accountId }: Person) => ({ memberId: accountId });

describe("connections of a member end at once", () => {
  it.each<[string, Act, string | undefined]>([
    [
      "who is removed from the team",
      (ada, bob) => expectOk(callAs(teams.removeMember, { ...inTeam(ada, ada.slug), body: memberIdOf(bob) })),
      "You're no longer a member of My team.",
    ],
    [
      "who is removed from the organization",
      (ada, bob) => expectOk(callAs(orgs.removeMember, { ...inTeam(ada, ada.slug), body: memberIdOf(bob) })),
      "You're no longer a member of Ada's organization.",
    ],
    [
      "whose role changes",
      (ada, bob) =>
        expectOk(
          callAs(teams.editMember, {
            token: ada.token,
            params: { resourceSlug: ada.slug, memberId: bob.accountId },
            body: { role: "Team Admin" },
          }),
        ),
      "Your permissions in My team have changed.",
    ],
    [
      "who becomes the owner",
      (ada, bob) => expectOk(callAs(teams.transfer, { ...inTeam(ada, ada.slug), body: memberIdOf(bob) })),
      "You now own My team.",
    ],
    ["who leaves", (ada, bob) => expectOk(callAs(teams.leave, inTeam(bob, ada.slug))), "You left My team."],
    [
      "whose team is deleted",
      (ada) => expectOk(callAs(teams.remove, { ...inTeam(ada, ada.slug), body: { name: "My team" } })),
      undefined,
    ],
    [
      "whose organization is deleted",
      (ada) => expectOk(callAs(orgs.remove, { ...inTeam(ada, ada.slug), body: { name: "Ada's organization" } })),
      undefined,
    ],
  ])("%s, who is told", async (_, act, said) => {
    const ada = await newPerson();
    const bob = await joined(ada);
    const { socket, told } = await page(bob);
    await act(ada, bob);
    await expect.poll(() => socket.connected, { timeout: 1_000 }).toBe(false);
    expect(told).toEqual(said ? [said] : []);
  });

  it("and no others'", async () => {
    const ada = await newPerson();
    const [bob, carol] = [await joined(ada), await joined(ada)];
    const [adas, carols] = [await page(ada), await page(carol)];
    await expectOk(callAs(teams.removeMember, { ...inTeam(ada, ada.slug), body: memberIdOf(bob) }));
    expect(await adas.socket.emitWithAck("join_room", ada.slug)).toEqual({ ok: true });
    expect(await carols.socket.emitWithAck("join_room", ada.slug)).toEqual({ ok: true });
  });
});
