import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { apps } from "@/lib/contract/apps/schemas";
import type { Endpoint } from "@/lib/contract/base/endpoint";
import { sessions } from "@/lib/contract/sessions/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { env } from "@/lib/server/platform/env/env";
import { callAs, expectOk, type Reply } from "../client";
import { testDatabase } from "../database";
import { type MadeKey, newKey } from "../keys";
import { digest } from "../matrix/digest";
import { resources } from "../naive-permissions";
import { type Account, newAccount, newMember, newOrg, tokenOf } from "../people";
import { newApp } from "../sessions";

/** A team with an owner and a member who may do all that members do. */
export interface Stage {
  orgId: string;
  slug: string;
  owner: Account;
  ownerToken: string;
  member: Account;
  memberToken: string;
}

export async function newStage(): Promise<Stage> {
  const owner = await newAccount("Olive");
  const place = await newOrg(owner, `Org ${randomUUID()}`, `Team ${randomUUID()}`);
  const member = await newMember(place, { orgBits: [], teamBits: resources });
  return { ...place, owner, ownerToken: await tokenOf(owner), member, memberToken: await tokenOf(member) };
}

/** Makes something by the owner's own call. Returns its answer. */
export const made = (
  { ownerToken, slug }: Stage,
  endpoint: Endpoint,
  body: Record<string, unknown> | FormData,
  params: Record<string, string> = {},
): Promise<Record<string, unknown>> =>
  expectOk(callAs(endpoint, { token: ownerToken, params: { resourceSlug: slug, ...params } as never, body }));

/** A key of the member's with all of the member's permissions. */
export const memberKey = ({ member }: Stage): Promise<MadeKey> => newKey(member, { permissions: resources });

export interface VisitorStage extends Stage {
  appId: string;
  shareId: string;
  sessionId: string;
  visitorToken: string;
}

/** A visitor of a link to a public app, with a conversation. */
export async function newVisitorStage(): Promise<VisitorStage> {
  const stage = await newStage();
  const person = { token: stage.ownerToken, slug: stage.slug } as Parameters<typeof newApp>[0];
  const appId = await newApp(person);
  await made(stage, apps.edit, { sharingMode: "public" }, { appId });
  const { shareId } = await made(stage, shares.add, { appId });
  const begun = await expectOk(
    callAs(sessions.add, { params: { resourceSlug: stage.slug }, prefix: "/s", body: { id: appId, shareId } as never }),
  );
  const { _id, visitorToken } = begun;
  return { ...stage, appId, shareId: String(shareId), sessionId: String(_id), visitorToken: String(visitorToken) };
}

/** All that a refused call must leave as it was. What was spent stays counted, and owners hear of a plan's limit. */
export async function rowsOf(stage: Stage): Promise<Record<string, string>> {
  const { model_calls: _calls, notifications: _told, ...rows } = await digest(stage);
  return rows;
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    : [];

/** Stored files that no row names, and temporary ones. */
export async function orphanedFiles(): Promise<string[]> {
  const { pool } = await testDatabase();
  const { rows } = await pool.query<{ key: string }>(
    `select file_key as key from documents where file_key is not null union select path from session_files
     union select 'icons/' || filename from assets`,
  );
  const known = new Set(rows.map(({ key }) => key));
  return [...filesIn(env().UPLOADS_DIR).filter((key) => !known.has(key)), ...filesIn(join(env().DATA_DIR, "tmp"))];
}

/** A call that is under way and waits. */
export interface Waiting {
  reply: Promise<Reply>;
  /** Lets it go on. */
  release: () => void;
}
