import { type ReactNode, useId } from "react";
import { UpcomingTask } from "@/components/shared/process/upcoming-task";
import type { TaskPart, TransferFile } from "@/lib/contract/transfers/file";
import { listNeeds, listTools } from "./template-facts";
import { TemplatePicture } from "./template-picture";

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
          <Section title="Tasks">
            <ol className="grid grid-cols-1 gap-2">
              {tasks.map((task, i) => (
                <li key={task.name} className="min-w-0">
                  <Task task={task} number={i + 1} file={file} />
                </li>
              ))}
            </ol>
          </Section>
        )}
        <Section title="Agents">
          <Parts parts={agents.map(({ name, role, goal }) => ({ name, text: `${role}. ${goal}` }))} />
        </Section>
        {tools.length > 0 && (
          <Section title="Tools">
            <Parts
              parts={tools.map(({ name, description, requireApproval }) => ({
                name,
                text: requireApproval ? `${description} Requires approval.` : description,
              }))}
            />
          </Section>
        )}
      </div>
      <div className="grid grid-cols-1 content-start gap-4">
        <Section title="Guide">{guide}</Section>
        <Section title="Requirements">
          <List texts={listNeeds(file)} />
        </Section>
        {starters.length > 0 && (
          <Section title="Conversation starters">
            <List texts={starters} />
          </Section>
        )}
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 content-start gap-2 rounded-card border bg-surface p-4">
      <h2 id={id} className="font-semibold text-section">
        {title}
      </h2>
      {children}
    </section>
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

const toNamed = (name: string) => ({ _id: name, name });

function Task({ task, number, file: { app, agents, tasks } }: { task: TaskPart; number: number; file: TransferFile }) {
  const agent = agents.find(({ name }) => name === task.agent);
  const tools = [...new Set([...(agent?.tools ?? []), ...task.tools])];
  const isHierarchical = app.type === "process" && app.process === "hierarchical";
  return (
    <UpcomingTask
      task={{
        ...task,
        agent: agent ? { ...toNamed(agent.name), modelName: null, icon: null } : null,
        tools: tools.map(toNamed),
        toolIds: task.tools,
        taskOutputFileName: task.taskOutputFileName ?? null,
        context: task.context.map(toNamed),
      }}
      number={number}
      manager={isHierarchical ? { modelName: null } : undefined}
      earlier={tasks.slice(0, number - 1).map(({ name }) => name)}
    />
  );
}
