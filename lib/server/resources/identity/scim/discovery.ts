import { scimPageMax } from "@/lib/constants/identity";
import { notFound } from "../../../platform/errors/errors";
import { buildScimUrl } from "../provider/queries";
import { toList, urns } from "./views";

const coreUrn = "urn:ietf:params:scim:schemas:core:2.0:";
const toMeta = (resourceType: string, path: string) => ({
  meta: { resourceType, location: `${buildScimUrl()}/${path}` },
});

export const buildConfig = () => ({
  schemas: [`${coreUrn}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimPageMax },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "OAuth Bearer Token",
      description: "A SCIM token for an organization, created on its Organization page.",
      primary: true,
    },
  ],
  ...toMeta("ServiceProviderConfig", "ServiceProviderConfig"),
});

const buildResourceType = (name: "User" | "Group") => ({
  schemas: [`${coreUrn}ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: name === "User" ? urns.user : urns.group,
  ...toMeta("ResourceType", `ResourceTypes/${name}`),
});

export const listResourceTypes = () => toList([buildResourceType("User"), buildResourceType("Group")], 2);

export function getResourceType(id: string) {
  if (id === "User" || id === "Group") return buildResourceType(id);
  throw notFound("This resource type");
}

interface Attribute {
  name: string;
  type?: "string" | "boolean" | "complex" | "reference";
  required?: boolean;
  unique?: boolean;
  multiValued?: boolean;
  readOnly?: boolean;
  subAttributes?: Attribute[];
}

const describe = ({
  name,
  type = "string",
  required,
  unique,
  multiValued,
  readOnly,
  subAttributes,
}: Attribute): object => ({
  name,
  type,
  multiValued: multiValued ?? false,
  required: required ?? false,
  caseExact: false,
  mutability: readOnly ? "readOnly" : "readWrite",
  returned: "default",
  uniqueness: unique ? "server" : "none",
  ...(subAttributes && { subAttributes: subAttributes.map(describe) }),
});

const user: Attribute[] = [
  { name: "userName", required: true, unique: true },
  { name: "externalId" },
  { name: "displayName" },
  { name: "name", type: "complex", subAttributes: ["formatted", "givenName", "familyName"].map((name) => ({ name })) },
  {
    name: "emails",
    type: "complex",
    multiValued: true,
    subAttributes: [{ name: "value" }, { name: "type" }, { name: "primary", type: "boolean" }],
  },
  { name: "active", type: "boolean" },
  {
    name: "groups",
    type: "complex",
    multiValued: true,
    readOnly: true,
    subAttributes: [{ name: "value" }, { name: "display" }, { name: "$ref", type: "reference" }],
  },
];
const group: Attribute[] = [
  { name: "displayName", required: true, unique: true },
  { name: "externalId" },
  {
    name: "members",
    type: "complex",
    multiValued: true,
    subAttributes: [{ name: "value" }, { name: "display" }, { name: "$ref", type: "reference" }],
  },
];

const buildSchema = (name: "User" | "Group", attributes: Attribute[]) => ({
  schemas: [`${coreUrn}Schema`],
  id: `${coreUrn}${name}`,
  name,
  description: name === "User" ? "A member of the organization" : "A group, for the organization's rules",
  attributes: attributes.map(describe),
  ...toMeta("Schema", `Schemas/${coreUrn}${name}`),
});

const buildSchemas = () => [buildSchema("User", user), buildSchema("Group", group)];

export const listSchemas = () => toList(buildSchemas(), 2);

export function getSchema(id: string) {
  const found = buildSchemas().find((schema) => schema.id === id);
  if (!found) throw notFound("This schema");
  return found;
}
