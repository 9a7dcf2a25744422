import { useState } from "react";
import type { NumberedRevision } from "@/lib/contract/base/revisions";
import type { ListedRevision } from "./revision-list";

/** The entry of the draft, which has no number. */
const draftId = "draft";

interface Draft<D> {
  definition: D;
  author: string | null;
  date: string;
}

function toListed(revisions: NumberedRevision[], draft: Draft<unknown> | null): ListedRevision[] {
  const listed = revisions.map(({ number, ...revision }) => ({ ...revision, title: `Revision ${number}` }));
  return draft
    ? [{ ...draft, _id: draftId, title: "Draft", note: "", applied: false, rolledOut: false }, ...listed]
    : listed;
}

/** The draft and the revisions, and the one that is compared with the applied one. */
export function useChosenRevision(revisions: NumberedRevision[], draft: Draft<unknown> | null) {
  const [chosenId, setChosenId] = useState<string>();
  const listed = toListed(revisions, draft);
  const chosen = listed.find(({ _id }) => _id === chosenId) ?? listed.find(({ applied }) => !applied);
  const isDraft = chosen?._id === draftId;
  return {
    listed,
    chosen,
    isDraft,
    /** The number of the next revision. */
    next: (revisions[0]?.number ?? 0) + 1,
    /** Of a revision whose definition is not known yet. */
    readId: chosen && !isDraft && !chosen.applied ? chosen._id : undefined,
    choose: setChosenId,
  };
}

export type ChosenRevision = ReturnType<typeof useChosenRevision>;
