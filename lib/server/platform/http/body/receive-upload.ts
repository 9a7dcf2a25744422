import { once } from "node:events";
import { finished } from "node:stream/promises";
import busboy, { type Busboy } from "busboy";
import { formatBytes } from "@/lib/utils/text/bytes";
import { temporaryRoot } from "../../disk/work-folder";
import { AppError } from "../../errors/errors";
import { drainBody } from "./drain-body";
import { type ReceivedFile, temporaryFiles } from "./temporary-files";

export interface UploadLimits {
  /** Maximum size of one file. */
  maxBytes: number;
  /** Maximum size of the whole body. */
  maxTotalBytes?: number;
  /** Whose limit it is, in the possessive, such as `the Pro plan's`. */
  limitOwner?: string | undefined;
  maxFiles: number;
  /** Default 50. */
  maxFields?: number;
  /** The folder for the files. Default: `tmp` in the data folder. */
  folder?: string;
}

export interface ReceivedUpload {
  /** Text fields; repeated ones form a list. */
  fields: Record<string, string | string[]>;
  files: ReceivedFile[];
  dispose: () => Promise<void>;
}

const MAX_FIELD_BYTES = 64 * 1024;

function addField(fields: ReceivedUpload["fields"], name: string, value: string, info: busboy.FieldInfo): void {
  if (info.valueTruncated || info.nameTruncated) throw new AppError("too_large", "A field of the upload is too long.");
  if (name === "__proto__" || `${name}${value}`.includes("\0")) {
    throw new AppError("invalid", "The upload has a field that isn't allowed.");
  }
  const before = fields[name];
  if (before === undefined) fields[name] = value;
  else fields[name] = [...(Array.isArray(before) ? before : [before]), value];
}

function createParser(type: string, maxFiles: number, maxFields: number): Busboy {
  const limits = {
    files: maxFiles,
    fields: maxFields,
    fieldSize: MAX_FIELD_BYTES,
    fieldNameSize: 100,
    headerPairs: 20,
  };
  try {
    return busboy({ headers: { "content-type": type }, defParamCharset: "utf8", limits });
  } catch (cause) {
    throw new AppError("invalid", "The upload's content type has no boundary.", { cause });
  }
}

/** Whether the body has files and fields of a form. */
export const isMultipart = ({ headers }: Request): boolean =>
  /^multipart\/form-data\b/i.test(headers.get("content-type") ?? "");

/**
 * Streams a multipart body to temporary files within limits (rule 10). On failure no files are left. Throws `too_large` at
 * the first byte over a limit, `unsupported` for another content type, `invalid` for a malformed body.
 */
export async function receiveUpload(request: Request, limits: UploadLimits): Promise<ReceivedUpload> {
  const { maxBytes, maxFiles, maxFields = 50, limitOwner, folder = temporaryRoot(), maxTotalBytes } = limits;
  const type = request.headers.get("content-type") ?? "";
  if (!isMultipart(request) || !request.body) {
    throw new AppError("unsupported", "Send this request as multipart/form-data.");
  }
  const parser = createParser(type, maxFiles, maxFields);
  const { files, store, dispose } = await temporaryFiles(folder, maxBytes, limitOwner);
  // Without a prototype, because field names are user input.
  const fields: ReceivedUpload["fields"] = Object.create(null);
  const writes: Promise<void>[] = [];
  const broken = new AbortController();
  const fail = (error: unknown): void => {
    broken.abort(error);
    parser.destroy();
  };

  parser.on("file", (field, source, info) => {
    writes.push(store(field, info.filename, source).catch(fail));
  });
  parser.on("field", (name, value, info) => {
    try {
      addField(fields, name, value, info);
    } catch (error) {
      fail(error);
    }
  });
  const tooMany = (max: number, what: string) => () => fail(new AppError("invalid", `Send up to ${max} ${what}.`));
  parser.on("filesLimit", tooMany(maxFiles, maxFiles === 1 ? "file" : "files"));
  parser.on("fieldsLimit", tooMany(maxFields, "fields"));
  parser.on("error", (cause) =>
    fail(new AppError("invalid", "The upload is incomplete or not valid multipart.", { cause })),
  );

  const reader = request.body.getReader();
  let total = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      broken.signal.throwIfAborted();
      total += part.value.length;
      if (maxTotalBytes !== undefined && total > maxTotalBytes)
        throw new AppError("too_large", `The upload exceeds the limit of ${formatBytes(maxBytes)}.`);
      if (!parser.write(part.value)) await once(parser, "drain", { signal: broken.signal });
    }
    parser.end();
    await finished(parser, { signal: broken.signal });
    await Promise.all(writes);
    broken.signal.throwIfAborted();
    return { fields, files: files(), dispose };
  } catch (error) {
    fail(error);
    await Promise.allSettled(writes);
    await dispose();
    await drainBody(reader);
    // The first failure: later ones result from it.
    throw broken.signal.reason;
  }
}
