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

type Target = Pick<Snapshot, "id" | "name"> & { kind: string; teamId?: string | null };
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
  { id: targetId, name: targetName, kind, teamId }: Target,
  author: Author,
  change: Change,
): Promise<void> {
  const target = { kind, targetId, targetName, teamId };
  const entries = orgIds.map((orgId) => ({ id: newId("audit"), orgId, ...author, ...target, ...change }));
  if (entries.length > 0) await tx.insert(auditEntries).values(entries);
}

/**
 * Reads the call's subjects in each transaction, before and after its work, and writes an entry for each that has changed. Throws
 * in the transaction when an entry would be missing.
 */
export function createAuditRecorder(subjects: readonly Subject[], call: AuditedCall, author: Author) {
  let hasWritten = false;
  async function writeChange(tx: Tx, subject: Subject, before: Snapshot | null, after: Snapshot | null): Promise<void> {
    const change = toChange(subject.change, before, after);
    const subjectInfo = subject.change === "remove" ? before : (after ?? before);
    if (!change || !subjectInfo) return;
    const orgIds = (await subject.orgs?.(tx, call, subjectInfo)) ?? [call.orgId ?? []].flat();
    const { kind = subject.kind, teamId = call.teamId } = subjectInfo;
    await writeEntries(tx, orgIds, { ...subjectInfo, kind, teamId }, author, change);
  }
  return {
    async around<R>(tx: Tx, work: Work<string, R>): Promise<R> {
      const before = new Map<Subject, Snapshot | null>();
      for (const subject of subjects) before.set(subject, await subject.read(tx, call));
      const ids = new Map<string, string>();
      const result = await work(tx, {
        record(target, id) {
          if (!subjects.some((subject) => subject.target === target))
            throw new Error(`${author.action} recorded a ${target}, which its policy does not declare.`);
          ids.set(target, id);
          return id;
        },
      });
      const [added, ...others] = subjects.filter(({ change, isOptional }) => change === "add" && !isOptional);
      // Of several, a transaction may create only some.
      if (added && others.length === 0 && !ids.has(added.target))
        throw new Error(`${author.action} did not tell the audit log what it created.`);
      for (const subject of subjects) {
        const known = before.get(subject) ?? null;
        const id = ids.get(subject.target);
        const after = await subject.read(tx, call, id, known);
        if (id && !after && !subject.mayBeUnchanged)
          throw new Error(`${author.action} recorded ${id}, which the audit log can't read.`);
        await writeChange(tx, subject, known, after);
      }
      hasWritten = true;
      return result;
    },
    /** Throws for a call without a transaction. */
    check(): void {
      if (!hasWritten) throw new Error(`${author.action} wrote nothing that the audit log can see.`);
    },
  };
}
