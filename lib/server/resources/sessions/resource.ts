import { matchesVisible } from "../../access/visibility/visible";
import { sessions } from "../../platform/db/tables/sessions";
import { defineResource, reference } from "../references/resource";
import { prepareRestore } from "./restore";

export const sessionResource = defineResource({
  kind: "session",
  table: sessions,
  private: { visible: (viewer) => matchesVisible(viewer, sessions), name: "Private session" },
  /** Sessions keep the names of the resources that they started with. */
  references: {
    appId: reference("app", { onDelete: "keep" }),
    agentId: reference("agent", { onDelete: "keep" }),
  },
  trash: {
    prepare: prepareRestore,
    filePaths: { session_files: ["path"], session_events: ["body", "shelved"] },
  },
  /** Records that the session existed, not its content. */
  audit: ({ appId, status, createdBy }) => ({ shown: { appId, status, createdBy } }),
});
