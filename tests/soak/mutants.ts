import type { Mutant } from "./mutant";
import { accessMutants } from "./mutants/access";
import { accountMutants } from "./mutants/accounts";
import { administrationMutants } from "./mutants/administration";
import { answerMutants } from "./mutants/answers";
import { auditMutants } from "./mutants/audit";
import { billingMutants } from "./mutants/billing";
import { budgetMutants } from "./mutants/budgets";
import { connectorMutants } from "./mutants/connectors";
import { doctorMutants } from "./mutants/doctor";
import { foreignMutants } from "./mutants/foreign";
import { identityMutants } from "./mutants/identity";
import { inputMutants } from "./mutants/input";
import { keyMutants } from "./mutants/keys";
import { leftoverMutants } from "./mutants/leftovers";
import { mcpMutants } from "./mutants/mcp";
import { memberMutants } from "./mutants/members";
import { notificationMutants } from "./mutants/notifications";
import { oauthMutants } from "./mutants/oauth";
import { bucketMutants } from "./mutants/object-storage";
import { openAiMutants } from "./mutants/openai";
import { parsingMutants } from "./mutants/parsing";
import { passwordMutants } from "./mutants/passwords";
import { peopleMutants } from "./mutants/people";
import { planMutants } from "./mutants/plans";
import { processMutants } from "./mutants/processes";
import { proofMutants } from "./mutants/proofs";
import { publicationMutants } from "./mutants/publications";
import { realtimeMutants } from "./mutants/realtime";
import { retrievalMutants } from "./mutants/retrieval";
import { rightsMutants } from "./mutants/rights";
import { runMutants } from "./mutants/runs";
import { sandboxMutants } from "./mutants/sandbox";
import { secretMutants } from "./mutants/secrets";
import { serviceMutants } from "./mutants/services";
import { shareMutants } from "./mutants/shares";
import { telemetryMutants } from "./mutants/telemetry";
import { tenancyMutants } from "./mutants/tenancy";
import { toolKindMutants } from "./mutants/tool-kinds";
import { toolMutants } from "./mutants/tools";
import { transferMutants } from "./mutants/transfers";
import { trashMutants } from "./mutants/trash";
import { trialMutants } from "./mutants/trials";
import { troubleMutants } from "./mutants/trouble";
import { vectorMutants } from "./mutants/vectors";
import { webhookMutants } from "./mutants/webhooks";
import { workBoundMutants } from "./mutants/work-bounds";

/** The guards that are taken out, one at a time, by subject; each must turn its suite red. */
export const mutantGroups = {
  access: accessMutants,
  rights: rightsMutants,
  accounts: accountMutants,
  passwords: passwordMutants,
  proofs: proofMutants,
  publications: publicationMutants,
  tenancy: tenancyMutants,
  members: memberMutants,
  identity: identityMutants,
  input: inputMutants,
  secrets: secretMutants,
  services: serviceMutants,
  runs: runMutants,
  processes: processMutants,
  budgets: budgetMutants,
  keys: keyMutants,
  leftovers: leftoverMutants,
  mcp: mcpMutants,
  oauth: oauthMutants,
  doctor: doctorMutants,
  answers: answerMutants,
  audit: auditMutants,
  billing: billingMutants,
  notifications: notificationMutants,
  parsing: parsingMutants,
  people: peopleMutants,
  plans: planMutants,
  realtime: realtimeMutants,
  shares: shareMutants,
  administration: administrationMutants,
  vectors: vectorMutants,
  "work-bounds": workBoundMutants,
  connectors: connectorMutants,
  retrieval: retrievalMutants,
  telemetry: telemetryMutants,
  "tool-kinds": toolKindMutants,
  tools: toolMutants,
  sandbox: sandboxMutants,
  foreign: foreignMutants,
  transfers: transferMutants,
  trash: trashMutants,
  trials: trialMutants,
  "object-storage": bucketMutants,
  openai: openAiMutants,
  trouble: troubleMutants,
  webhooks: webhookMutants,
} satisfies Record<string, Mutant[]>;

export const mutants: readonly Mutant[] = Object.values(mutantGroups).flat();
