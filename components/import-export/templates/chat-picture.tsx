import { ArrowDown, Bot, Search, Wrench } from "lucide-react";
import type { TransferFile } from "@/lib/contract/transfers/file";
import { PictureTile } from "./picture-tile";

/** A template's first question, the agent that answers it, and what the agent uses. */
export function ChatPicture({ file: { app, agents, tools } }: { file: TransferFile }) {
  const [agent] = agents;
  const question = app.type === "chat" ? app.conversationStarters[0] : undefined;
  return (
    <div className="grid gap-1.5">
      <p className="justify-self-end rounded-card bg-accent-tint px-3 py-1.5 text-right text-secondary">{question}</p>
      {agent && <PictureTile icon={Bot} title={agent.name} detail={agent.role} />}
      <ArrowDown className="mx-auto size-4 text-faint" />
      <div className="grid grid-flow-col auto-cols-fr gap-2">
        {tools.map(({ name, type }) => (
          <PictureTile key={name} icon={type === "rag" ? Search : Wrench} title={name} />
        ))}
      </div>
    </div>
  );
}
