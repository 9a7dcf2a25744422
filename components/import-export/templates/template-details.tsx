import type { ReactNode } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import type { TransferFile } from "@/lib/contract/transfers/file";
import { listNeeds, listTools } from "./template-facts";
import { TemplatePicture } from "./template-picture";
import { TemplateTask } from "./template-task";

interface TemplateDetailsProps {
  file: TransferFile;
  /** The section of the guide about it. */
  guide: ReactNode;
}

/** A template's picture, how to use it, what it needs, and its parts. Rendered on the server. */
export function TemplateDetails({ file, guide }: TemplateDetailsProps) {
  const { agents, tasks, app } = file;
  const starters = app.type === "chat" ? app.conversationStarters : [];
  const tools = listTools(file);
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 content-start gap-4">
        <TemplatePicture file={file} className="min-h-64 rounded-card border" />
        {tasks.length > 0 && (
          <FormSection title="Tasks">
            <ol className="grid grid-cols-1 gap-2">
              {tasks.map((task, i) => (
                <li key={task.name} className="min-w-0">
                  <TemplateTask task={task} number={i + 1} file={file} />
                </li>
              ))}
            </ol>
          </FormSection>
        )}
        <FormSection title="Agents">
          <Parts parts={agents.map(({ name, role, goal }) => ({ name, text: `${role}. ${goal}` }))} />
        </FormSection>
        {tools.length > 0 && (
          <FormSection title="Tools">
            <Parts
              parts={tools.map(({ name, description, requireApproval }) => ({
                name,
                text: requireApproval ? `${description} Requires approval.` : description,
              }))}
            />
          </FormSection>
        )}
      </div>
      <div className="grid grid-cols-1 content-start gap-4">
        <FormSection title="Guide">{guide}</FormSection>
        <FormSection title="Requirements">
          <List texts={listNeeds(file)} />
        </FormSection>
        {starters.length > 0 && (
          <FormSection title="Conversation starters">
            <List texts={starters} />
          </FormSection>
        )}
      </div>
    </div>
  );
}

const List = ({ texts }: { texts: readonly string[] }) => (
  <ul className="ml-4 grid list-disc gap-1">
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);

const Parts = ({ parts }: { parts: readonly { name: string; text: string }[] }) => (
  <dl className="grid gap-2">
    {parts.map(({ name, text }) => (
      <div key={name}>
        <dt className="font-medium">{name}</dt>
        <dd className="text-muted text-secondary">{text}</dd>
      </div>
    ))}
  </dl>
);
