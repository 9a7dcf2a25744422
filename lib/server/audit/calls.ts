import { and, eq, inArray } from "drizzle-orm";
import { agents } from "../agents/table";
import { apiKeys } from "../apikeys/table";
import { apps } from "../apps/table";
import { assets } from "../assets/table";
import { auditedModel } from "../models/service";
import { models } from "../models/table";
import { sessions } from "../sessions/table";
import { orgMembers, teams } from "../teams/table";
import { adds, edits, ofTeam, type Reader, removes, type Subject, snapshotOf } from "./subject";

/** Why a write is not in the log of an organisation. */
export interface Unaudited {
  none: string;
}

const account: Unaudited = { none: "It is about the account itself, which is no organization's." };
const said: Unaudited = { none: "What happens in a session stands in the session's own log." };
const server: Unaudited = { none: "It is about the server, not about an organization." };

const agent = ofTeam(agents);
const app = ofTeam(apps);
const asset = ofTeam(assets);
const model = ofTeam(models, auditedModel);

/** That there was one, and whose: what was said in it is not the log's to keep. */
const session: Reader = async (tx, call, id) => {
  const found = await ofTeam(sessions)(tx, call, id);
  if (!found) return null;
  const { appId, status } = found.shown;
  return { ...found, shown: { appId, status, createdBy: found.exact.createdBy } };
};

const team: Reader = async (tx, { orgId }, id) => {
  const own = and(eq(teams.id, id), eq(teams.orgId, orgId ?? ""));
  const [row] = await tx.select().from(teams).where(own).for("no key update");
  return row ? snapshotOf(row) : null;
};

const apiKey: Reader = async (tx, { accountId }, id) => {
  const [row] = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, accountId)));
  return row ? snapshotOf(row) : null;
};

/** A key is noted in every organisation that it reaches. */
const reached: NonNullable<Subject["orgs"]> = async (tx, { accountId }, { exact }) => {
  const { teamIds } = exact as { teamIds: string[] | null };
  const found = teamIds
    ? await tx.selectDistinct({ orgId: teams.orgId }).from(teams).where(inArray(teams.id, teamIds))
    : await tx.select({ orgId: orgMembers.orgId }).from(orgMembers).where(eq(orgMembers.accountId, accountId));
  return found.map(({ orgId }) => orgId);
};

/** The sample makes what the team lacks of it. */
const inSample = (kind: "app" | "agent" | "model") => ({
  madeIn: (result: unknown) => (result as { made?: Partial<Record<typeof kind, string>> }).made?.[kind],
});

/** Every call that writes, with what it changes or why it is not noted: one line a call. */
export const auditOf: Record<string, Subject | readonly Subject[] | Unaudited> = {
  "accounts.register": account,
  "accounts.login": account,
  "accounts.requestChangePassword": account,
  "accounts.changePassword": account,
  "accounts.verify": account,
  "accounts.switch": account,
  "accounts.onboard": account,
  "accounts.logout": account,

  "agents.add": adds("agent", agent),
  "agents.edit": edits("agent", agent, "agentId"),
  "agents.duplicate": adds("agent", agent),
  "agents.remove": removes("agent", agent, "agentId"),

  "apikeys.add": adds("apikey", apiKey, { orgs: reached }),
  "apikeys.increment": edits("apikey", apiKey, "keyId", { orgs: reached }),
  "apikeys.remove": removes("apikey", apiKey, "keyId", { orgs: reached }),

  "apps.add": adds("app", app),
  "apps.edit": edits("app", app, "appId"),
  "apps.duplicate": adds("app", app),
  "apps.remove": removes("app", app, "appId"),

  "assets.add": adds("asset", asset),
  "assets.remove": removes("asset", asset, "assetId"),

  "models.add": adds("model", model),
  "models.test": { none: "It writes nothing." },
  "models.edit": edits("model", model, "modelId"),
  "models.downloadWeights": server,
  "models.cancelDownload": server,
  "models.duplicate": adds("model", model),
  "models.setDefault": edits("team", team, "resourceSlug"),
  "models.remove": removes("model", model, "modelId"),

  "samples.add": [
    adds("model", model, inSample("model")),
    adds("agent", agent, inSample("agent")),
    adds("app", app, inSample("app")),
    edits("team", team, "resourceSlug"),
  ],

  "sessions.add": said,
  "sessions.edit": said,
  "sessions.start": said,
  "sessions.cancel": said,
  "sessions.feedback": said,
  "sessions.addFile": said,
  "sessions.remove": removes("session", session, "sessionId"),

  "teams.add": adds("team", team),
  "teams.editRetention": edits("team", team, "resourceSlug"),
};
