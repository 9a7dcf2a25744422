import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, idField, limitField, listPage } from "../base/fields";
import { authorizationRequest, clientMetadata } from "./fields";
import { oauthServer as policies } from "./policies";

const consent = z.object({
  client: z.object({
    name: z.string(),
    /** Where it publishes its metadata; null: it was registered, so that anyone could have given it this name. */
    publishedBy: z.string().nullable(),
    /** To what the person returns: a host, or the scheme of a program. */
    returnsTo: z.string(),
  }),
  /** To return to the client with an error. */
  returnUrl: z.string(),
  /** Why access cannot be given; null: it can. */
  problem: z.string().nullable(),
  /** Null with a problem. */
  publication: z
    .object({
      _id: z.string(),
      resourceSlug: z.string(),
      teamName: z.string(),
      appName: z.string(),
      /** Whose rights its runs have. */
      principalName: z.string(),
    })
    .nullable(),
});
export type Consent = z.output<typeof consent>;

const grantSchema = z.object({
  _id: z.string(),
  clientName: z.string(),
  /** The URL of the client's metadata document; null: it was registered. */
  clientUrl: z.string().nullable(),
  /** Who has allowed it; null: their account was deleted. */
  personName: z.string().nullable(),
  lastUsedDate: dateTime.nullable(),
  dateCreated: dateTime,
});
export type OauthGrant = z.output<typeof grantSchema>;

export const shapes = defineShapes({
  resource: {
    response: z.object({
      resource: z.string(),
      authorization_servers: z.array(z.string()),
      bearer_methods_supported: z.array(z.string()),
    }),
  },
  metadata: {
    response: z.object({
      issuer: z.string(),
      authorization_endpoint: z.string(),
      token_endpoint: z.string(),
      registration_endpoint: z.string(),
      revocation_endpoint: z.string(),
      response_types_supported: z.array(z.string()),
      response_modes_supported: z.array(z.string()),
      grant_types_supported: z.array(z.string()),
      token_endpoint_auth_methods_supported: z.array(z.string()),
      revocation_endpoint_auth_methods_supported: z.array(z.string()),
      code_challenge_methods_supported: z.array(z.string()),
      authorization_response_iss_parameter_supported: z.boolean(),
      client_id_metadata_document_supported: z.boolean(),
    }),
  },
  register: { body: clientMetadata },
  /** Form-encoded, which the handler reads. */
  token: {},
  revoke: {},
  request: { body: authorizationRequest, response: consent },
  authorize: {
    body: authorizationRequest,
    /** To return to the client with a code. */
    response: z.object({ url: z.string() }),
  },
  grants: {
    query: z.object({ before: idField.optional(), limit: limitField(100, 20) }),
    response: listPage("grants", grantSchema),
  },
  revokeGrant: {
    response: empty,
  },
});

export const oauthServer = withShapes(policies, shapes);
