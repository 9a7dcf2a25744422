import { scim as contract } from "@/lib/contract/scim/schemas";
import { implement, type PlainDb, type ScimContext } from "../../../access/calls/implement";
import { scimResponse } from "../../../platform/errors/scim-error";
import { openScimCall, type ScimCall } from "./client";
import { buildConfig, getResourceType, getSchema, listResourceTypes, listSchemas } from "./discovery";
import { addGroup, patchGroup, removeGroup, replaceGroup } from "./group-actions";
import { listGroups, viewGroup } from "./groups";
import { addUser, patchUser, removeUser, replaceUser } from "./user-actions";
import { listUsers, viewUser } from "./users";
import { toLocation } from "./views";

type Context = ScimContext & PlainDb;

const change = <T>(ctx: Context, call: keyof typeof contract, work: (call: ScimCall) => Promise<T>): Promise<T> =>
  ctx.db.transaction(async (tx) => work(await openScimCall(tx, ctx.scim, ctx, contract[call].name)));

async function toUser({ db, scim }: Context, id: string, status = 200): Promise<Response> {
  return scimResponse(await viewUser(db, scim.orgId, id), status, toLocation("User", id));
}

async function toGroup({ db, scim }: Context, id: string, status = 200): Promise<Response> {
  return scimResponse(await viewGroup(db, scim.orgId, id), status, toLocation("Group", id));
}

const deleted = () => new Response(null, { status: 204 });

implement(contract, {
  config: () => buildConfig(),
  resourceTypes: () => listResourceTypes(),
  resourceType: ({ params }) => getResourceType(params.resourceType),
  schemas: () => listSchemas(),
  schema: ({ params }) => getSchema(params.schema),

  listUsers: ({ ctx, query }) => listUsers(ctx.db, ctx.scim.orgId, query),
  getUser: ({ ctx, params, query }) => viewUser(ctx.db, ctx.scim.orgId, params.scimUserId, query),
  addUser: async ({ ctx, body }) => toUser(ctx, await change(ctx, "addUser", (call) => addUser(call, body)), 201),
  replaceUser: async ({ ctx, params: { scimUserId }, body }) => {
    await change(ctx, "replaceUser", (call) => replaceUser(call, scimUserId, body));
    return toUser(ctx, scimUserId);
  },
  patchUser: async ({ ctx, params: { scimUserId }, body }) => {
    await change(ctx, "patchUser", (call) => patchUser(call, scimUserId, body.Operations));
    return toUser(ctx, scimUserId);
  },
  removeUser: async ({ ctx, params: { scimUserId } }) => {
    await change(ctx, "removeUser", (call) => removeUser(call, scimUserId));
    return deleted();
  },

  listGroups: ({ ctx, query }) => listGroups(ctx.db, ctx.scim.orgId, query),
  getGroup: ({ ctx, params, query }) => viewGroup(ctx.db, ctx.scim.orgId, params.scimGroupId, query),
  addGroup: async ({ ctx, body }) => toGroup(ctx, await change(ctx, "addGroup", (call) => addGroup(call, body)), 201),
  replaceGroup: async ({ ctx, params: { scimGroupId }, body }) => {
    await change(ctx, "replaceGroup", (call) => replaceGroup(call, scimGroupId, body));
    return toGroup(ctx, scimGroupId);
  },
  patchGroup: async ({ ctx, params: { scimGroupId }, body }) => {
    await change(ctx, "patchGroup", (call) => patchGroup(call, scimGroupId, body.Operations));
    return toGroup(ctx, scimGroupId);
  },
  removeGroup: async ({ ctx, params: { scimGroupId } }) => {
    await change(ctx, "removeGroup", (call) => removeGroup(call, scimGroupId));
    return deleted();
  },
});
