import type { Db, Tx } from "../../platform/db/client";
import { auditEntries, type Fields } from "../../platform/db/tables/audit";
import { newId } from "../../platform/ids/ids";
import { findDifference } from "./fields";
import type { AuditedCall, Snapshot, Subject } from "./subject";

/** The caller's part of all entries of a call. */
type Author = Pick<
  typeof auditEntries.$inferInsert,
  "accountId" | "accountName" | "accountEmail" | "via" | "viaId" | "keyName" | "address" | "requestId" | "action"
>;

type Change = Partial<Record<"before" | "after", Fields>>;

/** Null when the call has changed nothing. */
export function toChange(change: Subject["change"], before: Snapshot | null, after: Snapshot | null): Change | null {
  if (change === "add") return after && { after: after.shown };
  if (change === "remove") return before && before.id !== after?.id ? { before: before.shown } : null;
  if (!before || !after) return null;
  const { exact: old } = before;
  return JSON.stringify(old) === JSON.stringify(after.exact) ? null : findDifference(before, after);
}

/** Writes the entries of one change to these organizations' logs; null: the server's. */
export async function writeEntries(
  tx: Tx,
  orgIds: (string | null)[],
  {
    kind,
    teamId,
    id: targetId,
    name: targetName,
  }: Pick<Snapshot, "id" | "name"> & { kind: string; teamId?: string | null },
  author: Author,
  change: Change,
): Promise<void> {
  const target = { kind, targetId, targetName, teamId };
  const entries = orgIds.map((orgId) => ({ id: newId("audit"), orgId, ...author, ...target, ...change }));
  if (entries.length > 0) await tx.insert(auditEntries).values(entries);
}

const writing = new Set<string | symbol>(["insert", "update", "delete"]);

/**
 * Wraps the database for an audited call: each transaction reads the call's subject before and after, and writes the entries as
 * its last statements. Writes outside a transaction are rejected, so that nothing changes without an entry.
 */
export function withAuditing(subjects: readonly Subject[], call: AuditedCall, author: Author) {
  let transactions = 0;
  async function recordWork<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
    transactions += 1;
    const before = new Map<Subject, Snapshot | null>();
    for (const subject of subjects) before.set(subject, subject.change === "add" ? null : await subject.read(tx, call));
    const result = await work(tx);
    for (const subject of subjects) {
      const known = before.get(subject) ?? null;
      await writeChange(tx, subject, known, await subject.read(tx, call, subject.madeIn(result), known));
    }
    return result;
  }
  async function writeChange(tx: Tx, subject: Subject, before: Snapshot | null, after: Snapshot | null): Promise<void> {
    const change = toChange(subject.change, before, after);
    const subjectInfo = subject.change === "remove" ? before : (after ?? before);
    if (!change || !subjectInfo) return;
    const orgIds: (string | null)[] = subject.orgs
      ? await subject.orgs(tx, call, subjectInfo)
      : [call.orgId ?? []].flat();
    const { kind = subject.kind, teamId = call.teamId } = subjectInfo;
    await writeEntries(tx, orgIds, { ...subjectInfo, kind, teamId }, author, change);
  }
  return {
    around: (db: Db): Db =>
      new Proxy(db, {
        get(target, name) {
          if (name === "transaction")
            return (work: (tx: Tx) => Promise<unknown>, config: never) =>
              target.transaction((tx) => recordWork(tx, work), config);
          if (writing.has(name)) throw new Error(`${author.action} writes outside of a transaction.`);
          const value: unknown = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      }),
    /** Throws for a call that bypassed the log. */
    check(): void {
      if (transactions === 0) throw new Error(`${author.action} has written nothing that the audit log could see.`);
    },
  };
}
