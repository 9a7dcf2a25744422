import type { TransferFile } from "@/lib/contract/transfers/file";
import { cn } from "@/lib/utils/cn";
import { ChatPicture } from "./chat-picture";
import { ProcessPicture } from "./process-picture";

const list = new Intl.ListFormat("en");

function describePicture({ app, agents, tools, tasks }: TransferFile): string {
  if (app.type === "process") return `Process: ${tasks.map(({ name }) => name).join(", ")}`;
  return `Chat with ${list.format(agents.map(({ name }) => name))}. Tools: ${tools.map(({ name }) => name).join(", ")}`;
}

/** A picture of a template, drawn from its file. */
export function TemplatePicture({ file, className }: { file: TransferFile; className?: string }) {
  const Picture = file.app.type === "process" ? ProcessPicture : ChatPicture;
  return (
    <div role="img" aria-label={describePicture(file)} className={cn("grid content-center bg-sunken p-4", className)}>
      <div className="mx-auto w-full max-w-dialog">
        <Picture file={file} />
      </div>
    </div>
  );
}
