import { toAuditFields } from "../../access/audit/fields";
import { testSets } from "../../platform/db/tables/test-sets";
import { findChatModelProblem } from "../references/models";
import { defineResource, reference, referenceList } from "../references/resource";

export const testSetResource = defineResource({
  kind: "testset",
  table: testSets,
  called: "This test set",
  references: {
    agentId: reference("agent", { onDelete: "cascade", lock: true }),
    appId: reference("app", { onDelete: "cascade", lock: true }),
    judgeModelId: reference("model", { onDelete: "clear", refuse: findChatModelProblem }),
    liveToolIds: referenceList("tool", { onDelete: "remove" }),
  },
  /** The number of cases, which can be large. */
  audit({ name, agentId, appId, required, repeat, judgeModelId, minAgreement, liveToolIds, revision, cases }) {
    const settings = { name, agentId, appId, required, repeat, judgeModelId, minAgreement, liveToolIds };
    const exact = {
      ...settings,
      revision,
      cases: cases.length,
      requiredCases: cases.filter((one) => one.required).length,
    };
    return { shown: toAuditFields(exact), exact };
  },
});
