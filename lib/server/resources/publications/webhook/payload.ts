import { eventMaxKeys } from "@/lib/constants/webhooks";
import { AppError } from "../../../platform/errors/errors";
import { checkJsonBounds } from "../../../platform/http/body/json-bounds";
import { decode } from "../../../platform/http/body/read-body";

const formType = "application/x-www-form-urlencoded";

function parseJson(bytes: Uint8Array, text: string): unknown {
  checkJsonBounds(bytes, eventMaxKeys);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A form's fields, or its field `payload`, in which some senders wrap JSON. */
function parseForm(text: string): unknown {
  const fields = new URLSearchParams(text);
  const wrapped = fields.get("payload");
  if (wrapped !== null) return parseJson(Buffer.from(wrapped), wrapped);
  if (text.split("&").length > eventMaxKeys)
    throw new AppError("invalid", `The event has more than ${eventMaxKeys.toLocaleString("en")} fields.`);
  return Object.fromEntries(fields);
}

/** The value of a body: JSON, a form, or else its text. Throws `invalid` for one that is too complex or not UTF-8. */
export function parsePayload(type: string | null, bytes: Uint8Array): unknown {
  const text = decode(bytes);
  return type?.split(";")[0]?.trim().toLowerCase() === formType ? parseForm(text) : parseJson(bytes, text);
}
