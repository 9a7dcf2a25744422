import { accounts } from "./accounts";
import { admin } from "./admin";
import { agents } from "./agents";
import { airbyte } from "./airbyte";
import { apikeys } from "./apikeys";
import { apps } from "./apps";
import { assets } from "./assets";
import { audit } from "./audit";
import { billing } from "./billing";
import { budgets } from "./budgets";
import { cases } from "./cases";
import { connect } from "./connect";
import { datasources } from "./datasources";
import { documents } from "./documents";
import { inbox } from "./inbox";
import { models } from "./models";
import { notifications } from "./notifications";
import { oauth } from "./oauth";
import { orgs } from "./orgs";
import { plans } from "./plans";
import { reference } from "./reference";
import { registration } from "./registration";
import { samples } from "./samples";
import { security } from "./security";
import { sessions } from "./sessions";
import { shares } from "./shares";
import { tasks } from "./tasks";
import { teams } from "./teams";
import { tools } from "./tools";
import { transfers } from "./transfers";
import { trials } from "./trials";
import { usage } from "./usage";
import { variables } from "./variables";
import { vectordbs } from "./vectordbs";

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
  inbox,
  models,
  notifications,
  oauth,
  orgs,
  plans,
  reference,
  registration,
  samples,
  security,
  sessions,
  shares,
  tasks,
  teams,
  tools,
  transfers,
  trials,
  usage,
  variables,
  vectordbs,
};
