import { accounts } from "./accounts/schemas";
import { admin } from "./admin/schemas";
import { agents } from "./agents/schemas";
import { airbyte } from "./airbyte/schemas";
import { apikeys } from "./apikeys/schemas";
import { apps } from "./apps/schemas";
import { assets } from "./assets/schemas";
import { audit } from "./audit/schemas";
import { billing } from "./billing/schemas";
import { budgets } from "./budgets/schemas";
import { cases } from "./cases/schemas";
import { connect } from "./connect/schemas";
import { datasources } from "./datasources/schemas";
import { documents } from "./documents/schemas";
import { evaluations } from "./evaluations/schemas";
import { favorites } from "./favorites/schemas";
import { feedback } from "./feedback/schemas";
import { home } from "./home/schemas";
import { identity } from "./identity/schemas";
import { inbox } from "./inbox/schemas";
import { mcp } from "./mcp/schemas";
import { models } from "./models/schemas";
import { notifications } from "./notifications/schemas";
import { oauth } from "./oauth/schemas";
import { oauthServer } from "./oauth-server/schemas";
import { openai } from "./openai/schemas";
import { orgs } from "./orgs/schemas";
import { plans } from "./plans/schemas";
import { providers } from "./providers/schemas";
import { publications } from "./publications/schemas";
import { reference } from "./reference/schemas";
import { registration } from "./registration/schemas";
import { samples } from "./samples/schemas";
import { scim } from "./scim/schemas";
import { security } from "./security/schemas";
import { sessions } from "./sessions/schemas";
import { shares } from "./shares/schemas";
import { sso } from "./sso/schemas";
import { tasks } from "./tasks/schemas";
import { teams } from "./teams/schemas";
import { telemetry } from "./telemetry/schemas";
import { testsets } from "./testsets/schemas";
import { tools } from "./tools/schemas";
import { transfers } from "./transfers/schemas";
import { trash } from "./trash/schemas";
import { trials } from "./trials/schemas";
import { usage } from "./usage/schemas";
import { variables } from "./variables/schemas";
import { vectordbs } from "./vectordbs/schemas";
import { webhooks } from "./webhooks/schemas";

/** Every call of the API: one line a resource. */
export const contracts = {
  accounts,
  admin,
  agents,
  airbyte,
  apikeys,
  apps,
  assets,
  audit,
  billing,
  budgets,
  cases,
  connect,
  datasources,
  documents,
  evaluations,
  favorites,
  feedback,
  home,
  identity,
  inbox,
  mcp,
  models,
  notifications,
  oauth,
  oauthServer,
  openai,
  orgs,
  plans,
  providers,
  publications,
  reference,
  registration,
  samples,
  scim,
  security,
  sessions,
  shares,
  sso,
  tasks,
  teams,
  telemetry,
  testsets,
  tools,
  transfers,
  trash,
  trials,
  usage,
  variables,
  vectordbs,
  webhooks,
};
