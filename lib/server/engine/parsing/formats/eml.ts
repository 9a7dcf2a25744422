import PostalMime, { type Address } from "postal-mime";
import { type BlockList, toOneLine } from "../shared/block-list.ts";
import { readHtml } from "./html.ts";

const named = ({ name, address, group }: Address): string =>
  group ? `${name}: ${group.map(named).join(", ")}` : name && address ? `${name} <${address}>` : (address ?? name);

/** The headers, the message, and the names of attachments. */
export async function readEml(bytes: Buffer, blocks: BlockList): Promise<string | null> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: "arraybuffer" });
  const title = toOneLine(mail.subject ?? "") || null;
  if (title) blocks.add("heading", title, { level: 1 });
  const facts: [name: string, value: string | undefined][] = [
    ["From", mail.from && named(mail.from)],
    ["To", mail.to?.map(named).join(", ")],
    ["Cc", mail.cc?.map(named).join(", ")],
    ["Date", mail.date],
  ];
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${toOneLine(value)}`] : []));
  blocks.add("text", lines.join("\n"));
  const before = blocks.blocks.length;
  if (mail.html) readHtml(mail.html, blocks, { whole: true });
  if (blocks.blocks.length === before) blocks.add("text", mail.text ?? "");
  const files = mail.attachments.flatMap(({ filename, disposition }) =>
    filename && disposition !== "inline" ? [toOneLine(filename)] : [],
  );
  if (files.length > 0) blocks.add("text", `Attachments: ${files.join(", ")}`);
  return title;
}
