import { accounts } from "./accounts";
import { admin } from "./admin";
import { agents } from "./agents";
import { apikeys } from "./apikeys";
import { apps } from "./apps";
import { assets } from "./assets";
import { audit } from "./audit";
import { models } from "./models";
import { notifications } from "./notifications";
import { orgs } from "./orgs";
import { reference } from "./reference";
import { registration } from "./registration";
import { samples } from "./samples";
import { sessions } from "./sessions";
import { shares } from "./shares";
import { teams } from "./teams";
import { usage } from "./usage";
import { variables } from "./variables";

/** Every call of the API: one line a resource. */
export const contracts = {
  accounts,
  admin,
  agents,
  apikeys,
  apps,
  assets,
  audit,
  models,
  notifications,
  orgs,
  reference,
  registration,
  samples,
  sessions,
  shares,
  teams,
  usage,
  variables,
};
