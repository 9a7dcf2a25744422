import { z } from "zod";
import { AppError } from "../../../platform/errors/errors";
import { readText } from "../../../platform/http/body/read-body";

const maxBytes = 16 * 1024;
const formType = "application/x-www-form-urlencoded";

const visible = (max: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .max(max);
const common = { client_id: visible(1_000), resource: visible(1_000).optional() };

export const tokenForm = z.discriminatedUnion("grant_type", [
  z.object({
    ...common,
    grant_type: z.literal("authorization_code"),
    code: visible(200),
    redirect_uri: visible(1_000),
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  }),
  z.object({ ...common, grant_type: z.literal("refresh_token"), refresh_token: visible(200) }),
]);

export const revocationForm = z.object({ client_id: common.client_id, token: visible(200) });

/** Reads a form. Throws `unsupported_grant_type`, or `invalid_request` for what is missing, repeated or not valid. */
export async function readForm<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== formType) throw new AppError("unsupported", `Send this request as ${formType}.`);
  const sent = [...new URLSearchParams(await readText(request, maxBytes))];
  const values = Object.fromEntries(sent);
  if (Object.keys(values).length < sent.length) throw new AppError("invalid", "Send each parameter once.");
  const { data, error } = schema.safeParse(values);
  if (!error) return data;
  const name = String(error.issues[0]?.path[0]);
  if (name === "grant_type" && values[name] !== undefined) {
    const refusal = { oauthCode: "unsupported_grant_type" };
    throw new AppError("invalid", "Use authorization_code or refresh_token.", { data: refusal });
  }
  throw new AppError("invalid", `The parameter ${name} is missing or isn't valid.`);
}
