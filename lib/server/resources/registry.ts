import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import { agentResource } from "./agents/resource";
import { apiKeyResource } from "./api-keys/resource";
import { appResource } from "./apps/resource";
import { assetResource } from "./assets/resource";
import { datasourceResource } from "./datasources/resource";
import { modelResource } from "./models/resource";
import { providerResource } from "./providers/resource";
import { publicationResource } from "./publications/resource";
import type { Resource } from "./references/resource";
import { sessionResource } from "./sessions/resource";
import { shareResource } from "./shares/resource";
import { taskResource } from "./tasks/resource";
import { testSetResource } from "./test-sets/resource";
import { toolResource } from "./tools/resource";
import { variableResource } from "./variables/resource";
import { vectorDbResource } from "./vector-dbs/resource";

/** Every resource. Determines the order of users in messages and of removing references. */
export const resources = {
  agent: agentResource,
  task: taskResource,
  datasource: datasourceResource,
  app: appResource,
  tool: toolResource,
  model: modelResource,
  provider: providerResource,
  variable: variableResource,
  vectordb: vectorDbResource,
  publication: publicationResource,
  session: sessionResource,
  share: shareResource,
  asset: assetResource,
  apikey: apiKeyResource,
  testset: testSetResource,
} satisfies Record<ResourceKind, Resource>;
