import { type Mutant, mutantsOf } from "../mutant";
import { drop, replace } from "../mutation/operation";

const publications = "lib/server/resources/publications";
const folder = `${publications}/oauth`;
const flow = "tests/api/publications-oauth.test.ts";
const hostile = "tests/api/publications-oauth-hostile.test.ts";

/** OAuth clients of MCP servers: whom people are sent to, what a code and a token are good for, and when that ends. */
export const oauthMutants: Mutant[] = [
  ...mutantsOf(
    `${publications}/service.ts`,
    [flow],
    ["a revoked client goes on", "requireGrant", drop("call isNull 1"), "d1fdc22dc9"],
    ["a client goes on for a person who has left", "requireGrant", drop("if 1 > test > operand 2"), "a20b9c2dc9"],
    ["a revoked client's open stream goes on", "requireStillAdmitted", drop("if 1"), "b1f98af31f"],
  ),
  ...mutantsOf(
    `${publications}/service.ts`,
    [hostile],
    ["an access token never ends", "resolveToken", drop("call gt 1"), "55468a4b39"],
  ),
  ...mutantsOf(
    `${folder}/tokens.ts`,
    [hostile],
    [
      "a code is used again without a consequence",
      "exchangeCode",
      replace("if 2 > await 1", "undefined"),
      "9b654b12d1",
    ],
    ["a code needs no verifier", "exchangeCode", drop("if 3 > test > operand 2"), "517abc12d1"],
    ["a code is another client's", "exchangeCode", drop("&& 1 > operand 1"), "24549f12d1"],
    ["two processes exchange a code", "exchangeCode", drop("call isNull 1"), "616f9212d1"],
    ["a code never ends", "exchangeCode", drop("call gt 1"), "cc8faf12d1"],
    ["a token is for any server", "checkResource", drop("if 1"), "690db9b709"],
    ["a refresh token is used again", "refreshTokens", drop("call isNull 1"), "d1fdc27868"],
    ["a refresh token is another client's", "refreshTokens", drop("|| 1 > operand 2"), "2e0fdf7868"],
  ),
  ...mutantsOf(
    `${folder}/tokens.ts`,
    [flow],
    ["a client revokes another's token", "revokeToken", drop("if 1"), "231ecbd129"],
  ),
  ...mutantsOf(
    `${folder}/grants.ts`,
    [flow],
    ["a person allows another app than the client asks for", "authorize", drop("if 2"), "7ec8528991"],
    ["a person allows any number of clients", "authorize", replace("await 4", "[]"), "753ba38991"],
  ),
  ...mutantsOf(
    `${folder}/request.ts`,
    [hostile],
    ["people are sent to any address", "getRedirectUri", drop("if 1"), "d5b552e618"],
    ["a client needs no PKCE", "findProblem", drop("if 3"), "e5e87b295f"],
  ),
  ...mutantsOf(
    `${folder}/consent.ts`,
    [flow],
    ["a stranger reads what an app is called", "findForPerson", drop("if 1"), "e525b4f2f6"],
  ),
  ...mutantsOf(
    `${folder}/metadata-document.ts`,
    [hostile],
    ["a metadata document is another client's", "fetchMetadata", drop("if 2"), "14e103466a"],
    ["a client moves its metadata document", "download", drop("object 1 > property 1"), "5c0ba54a0d"],
  ),
];
