import type { Passage, Retriever } from "@/lib/contract/datasources/retrieval";
import { parseTime } from "../vectors/shared/fields";
import type { Candidate } from "./candidates";

const hourMs = 3_600_000;
const defaultDecayRate = 0.01;
/** A number below this is in seconds since 1970, not milliseconds. */
const maxSeconds = 100_000_000_000;
const maxDropped = 50;

/** Recency: 1 now, reduced by `decayRate` with each hour. */
export function computeFreshness(at: Date | null, decayRate: number, now: number): number {
  if (!at) return 0;
  return (1 - decayRate) ** (Math.max(0, now - at.getTime()) / hourMs);
}

const toDate = (ms: number): Date | null => (Number.isFinite(new Date(ms).getTime()) ? new Date(ms) : null);

function findDate({ at, fields }: Candidate, timeField: string | undefined): Date | null {
  if (!timeField) return at;
  const value = fields[timeField];
  if (typeof value === "string") return toDate(parseTime(value) ?? Date.parse(value));
  if (typeof value !== "number") return null;
  return toDate(Math.abs(value) < maxSeconds ? value * 1_000 : value);
}

/** Returns the accepted candidates, best first, and why the others were rejected. */
export function filterCandidates(
  candidates: Candidate[],
  retriever: Retriever,
  now = Date.now(),
): { passages: Passage[]; dropped: (Passage & { reason: string })[] } {
  const { k, scoreThreshold, type, decayRate = defaultDecayRate, timeField } = retriever;
  const ranked =
    type === "time_weighted"
      ? candidates
          .map((one) => ({
            ...one,
            score: (one.score + computeFreshness(findDate(one, timeField), decayRate, now)) / 2,
          }))
          .sort((a, b) => b.score - a.score)
      : candidates;
  const passages: Passage[] = [];
  const dropped: (Passage & { reason: string })[] = [];
  const texts = new Set<string>();
  for (const { at: _at, fields: _fields, ...one } of ranked) {
    const reason = findRejectionReason(one, passages.length >= k, texts, scoreThreshold, k);
    if (reason === undefined) {
      passages.push(one);
      texts.add(one.text);
    } else if (dropped.length < maxDropped) dropped.push({ ...one, reason });
  }
  return { passages, dropped };
}

function findRejectionReason(
  { vectorScore, text }: Passage,
  isFull: boolean,
  texts: ReadonlySet<string>,
  threshold: number,
  k: number,
): string | undefined {
  if (threshold > 0 && vectorScore === null) return "Found by keywords only, so it has no score above the threshold.";
  if (threshold > 0 && (vectorScore ?? 0) < threshold)
    return `Its score of ${(vectorScore ?? 0).toFixed(2)} is below the threshold of ${threshold.toFixed(2)}.`;
  if (texts.has(text)) return "Duplicate of a higher-ranked passage.";
  if (isFull) return `Not in the top ${k}.`;
  return undefined;
}
