import { expect, it } from "vitest";
import { judgeStore, type Seen } from "@/lib/server/engine/knowledge/vectors/builtin/judge";

const record = { id: "a", place: "the folder /data/vectors on web-1", inode: "7" };
const folder = { id: "a", databaseId: null, inode: "7" };
const qdrant = { id: "a", databaseId: "db", inode: null };
const usual: Seen = { record, identity: folder, databaseId: undefined, hasVectors: true, hasContents: false };
const refused = (why: string) => ({ is: "refused", why });

it.each<[string, Partial<Seen>, object]>([
  ["the known folder", {}, { is: "known" }],
  ["the known Qdrant", { record: { ...record, inode: null }, identity: qdrant, databaseId: "db" }, { is: "known" }],
  ["an empty store", { identity: undefined }, refused("empty")],
  ["another folder", { identity: { ...folder, id: "b" } }, refused("other")],
  ["a Qdrant of another database", { record: undefined, identity: qdrant, databaseId: "other" }, refused("foreign")],
  [
    "the Qdrant of the database that this one is a copy of",
    { identity: qdrant, databaseId: "other" },
    refused("foreign"),
  ],
  [
    "a Qdrant that only has vectors of others",
    { record: undefined, identity: undefined, databaseId: "db", hasVectors: false, hasContents: true },
    refused("unclaimed"),
  ],
  [
    "such a Qdrant in place of the folder",
    { identity: undefined, databaseId: "db", hasVectors: false, hasContents: true },
    refused("unclaimed"),
  ],
  ["an empty Qdrant", { record: undefined, identity: undefined, databaseId: "db", hasVectors: false }, { is: "claim" }],
  [
    "a copy of the folder, or the folder where it was moved to",
    { identity: { ...folder, inode: "8" } },
    { is: "claim", unlessAlive: "copied" },
  ],
  [
    "an empty store while there are no vectors",
    { identity: undefined, hasVectors: false },
    { is: "claim", unlessAlive: "empty" },
  ],
  [
    "another store while there are no vectors",
    { identity: { ...folder, id: "b" }, hasVectors: false },
    { is: "claim", unlessAlive: "other" },
  ],
  ["the first store", { record: undefined, identity: undefined, hasVectors: false }, { is: "claim" }],
  ["the folder of an earlier version", { record: undefined, identity: undefined, hasContents: true }, { is: "claim" }],
  ["an empty folder of an earlier version", { record: undefined, identity: undefined }, refused("empty")],
])("judges %s", (_name, change, verdict) => {
  expect(judgeStore({ ...usual, ...change })).toEqual(verdict);
});
