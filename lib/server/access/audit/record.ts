import type { Tx } from "../../platform/db/client";
import { auditEntries, type Fields } from "../../platform/db/tables/audit";
import { newId } from "../../platform/ids/ids";
import type { Work } from "../calls/implement";
import { findDifference } from "./fields";
import type { AuditedCall, Snapshot, Subject } from "./subject";

/** The caller's part of all entries of a call. */
type Author = Pick<
  typeof auditEntries.$inferInsert,
  "accountId" | "accountName" | "accountEmail" | "via" | "viaId" | "keyName" | "address" | "requestId" | "action"
>;

type Change = Partial<Record<"before" | "after", Fields>>;

/** Null when the call has changed nothing. */
function toChange(change: Subject["change"], before: Snapshot | null, after: Snapshot | null): Change | null {
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

/** Reads the call's subjects before and after each transaction, and writes an entry for each that has changed. */
export function createAuditRecorder(subjects: readonly Subject[], call: AuditedCall, author: Author) {
  let transactions = 0;
  const named = new Set<string>();
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
    async around<R>(tx: Tx, work: Work<string, R>): Promise<R> {
      transactions += 1;
      const before = new Map<Subject, Snapshot | null>();
      for (const subject of subjects)
        before.set(subject, subject.change === "add" ? null : await subject.read(tx, call));
      const ids = new Map<string, string>();
      const result = await work(tx, {
        record(target, id) {
          if (!subjects.some((subject) => subject.target === target))
            throw new Error(`${author.action} has recorded a ${target}, which its policy does not have.`);
          ids.set(target, id);
          named.add(target);
          return id;
        },
      });
      for (const subject of subjects) {
        const known = before.get(subject) ?? null;
        await writeChange(tx, subject, known, await subject.read(tx, call, ids.get(subject.target), known));
      }
      return result;
    },
    /** Throws for a call that bypassed the log. */
    check(): void {
      if (transactions === 0) throw new Error(`${author.action} has written nothing that the audit log could see.`);
      const [added, ...others] = subjects.filter(({ change }) => change === "add");
      // Of several, a call may create only some.
      if (added && others.length === 0 && !named.has(added.target))
        throw new Error(`${author.action} has not told the audit log what it has created.`);
    },
  };
}
