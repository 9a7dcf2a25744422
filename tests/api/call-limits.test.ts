import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { Permission } from "@/lib/permissions/bits";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { CLIENT_ADDRESS_HEADER } from "@/lib/server/platform/http/front/client-address";
import { callAs } from "../support/client";
import { newKey } from "../support/keys";
import { newAccount, newOrg, tokenOf } from "../support/people";

// A tenth: six attempts an address, one an e-mail, thirty writes an account.
beforeAll(() => {
  process.env.RATE_LIMIT_SCALE = "0.1";
  forgetEnv();
});
afterAll(() => {
  delete process.env.RATE_LIMIT_SCALE;
  forgetEnv();
});

const everything = { permissions: [Permission.CREATE_APP] };

const login = async (email: string, address: string) => {
  const body = { email, password: "wrong password 1" };
  return (await callAs(accounts.login, { body, headers: { [CLIENT_ADDRESS_HEADER]: address } })).status;
};
const email = () => `${randomUUID()}@example.test`;

it("sign-ins are limited by address, whatever the e-mail", async () => {
  const address = randomUUID();
  const statuses: number[] = [];
  for (let i = 0; i < 7; i += 1) statuses.push(await login(email(), address));
  expect(statuses).toEqual([...Array(6).fill(401), 429]);
});

it("sign-ins are limited by e-mail, whatever the address and its spelling", async () => {
  const ada = email();
  expect([await login(ada, randomUUID()), await login(` ${ada.toUpperCase()}`, randomUUID())]).toEqual([401, 429]);
});

it("mails that anybody can ask for are limited by e-mail, whatever the address and its spelling", async () => {
  const ada = email();
  const request = async (to: string) => {
    const headers = { [CLIENT_ADDRESS_HEADER]: randomUUID() };
    return (await callAs(accounts.requestChangePassword, { body: { email: to }, headers })).status;
  };
  expect([await request(ada), await request(ada.toUpperCase())]).toEqual([200, 429]);
});

it("writes are limited by account, reads are not", async () => {
  const account = await newAccount();
  const { slug } = await newOrg(account, "Org", "Team");
  const to = { token: await tokenOf(account), params: { resourceSlug: slug } };
  const statuses: number[] = [];
  for (let i = 0; i < 31; i += 1) statuses.push((await callAs(apps.add, { ...to, body: {} })).status);
  expect(statuses).toEqual([...Array(30).fill(400), 429]);
  expect((await callAs(apps.list, to)).status).toBe(200);
});

it("an API key's writes are counted for themselves, and lock nobody else out", async () => {
  const account = await newAccount();
  const { slug } = await newOrg(account, "Org", "Team");
  const [one, other] = [await newKey(account, everything), await newKey(account, everything)];
  const write = async (token: string) =>
    (await callAs(apps.add, { token, params: { resourceSlug: slug }, body: {} })).status;
  const statuses: number[] = [];
  for (let i = 0; i < 31; i += 1) statuses.push(await write(one.secret));
  expect(statuses).toEqual([...Array(30).fill(400), 429]);
  expect([await write(other.secret), await write(await tokenOf(account))]).toEqual([400, 400]);
});
