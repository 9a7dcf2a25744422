"use client";

import { AppWindow, Bot, Braces, Cable, Cpu, Database, ListChecks, MessageSquare, Wrench } from "lucide-react";
import { useRouter } from "next/navigation";
import { useAccount } from "@/context/account";
import { useEndpoint } from "@/hooks/use-endpoint";
import { mayLeave } from "@/hooks/use-unsaved-guard";
import { agents } from "@/lib/contract/calls/agents";
import { apps } from "@/lib/contract/calls/apps";
import { datasources } from "@/lib/contract/calls/datasources";
import { models } from "@/lib/contract/calls/models";
import { sessions } from "@/lib/contract/calls/sessions";
import { tasks } from "@/lib/contract/calls/tasks";
import { tools } from "@/lib/contract/calls/tools";
import { variables } from "@/lib/contract/calls/variables";
import { vectordbs } from "@/lib/contract/calls/vectordbs";
import type { PaletteCommand } from "./use-commands";

const most = 5;

/** The team's things whose name or description has the text. Nothing for an empty one. */
export function useFound(text: string): { commands: PaletteCommand[]; loading: boolean } {
  const router = useRouter();
  const { team, managed } = useAccount();
  const slug = team?.id ?? "";
  const options = {
    params: { resourceSlug: slug },
    query: { q: text, limit: most },
    enabled: Boolean(team) && !managed && text !== "",
  };
  const found = {
    datasources: useEndpoint(datasources.list, options),
    apps: useEndpoint(apps.list, options),
    agents: useEndpoint(agents.list, options),
    tasks: useEndpoint(tasks.list, options),
    tools: useEndpoint(tools.list, options),
    variables: useEndpoint(variables.list, options),
    models: useEndpoint(models.list, options),
    vectorDbs: useEndpoint(vectordbs.list, options),
    sessions: useEndpoint(sessions.list, options),
  };
  if (!options.enabled) return { commands: [], loading: false };
  const show = (group: string, icon: PaletteCommand["icon"], path: string, rows: readonly Row[] = []) =>
    rows.map(({ _id, name, help }) => ({
      id: _id,
      group,
      label: name,
      help,
      icon,
      run: () => {
        if (mayLeave()) router.push(`/${slug}/${path}/${_id}`);
      },
    }));
  const commands = [
    ...show("Connections", Cable, "datasource", found.datasources.data?.datasources),
    ...show("Apps", AppWindow, "app", found.apps.data?.apps),
    ...show("Agents", Bot, "agent", found.agents.data?.agents),
    ...show("Tasks", ListChecks, "task", found.tasks.data?.tasks),
    ...show("Tools", Wrench, "tool", found.tools.data?.tools),
    ...show("Variables", Braces, "variable", found.variables.data?.variables),
    ...show("Models", Cpu, "model", found.models.data?.models),
    ...show("Vector DBs", Database, "vectordb", found.vectorDbs.data?.vectorDbs),
    ...show(
      "Sessions",
      MessageSquare,
      "session",
      found.sessions.data?.sessions.map(({ _id, name, appName }) => ({ _id, name, help: appName })),
    ),
  ];
  return { commands, loading: Object.values(found).some(({ isFetching }) => isFetching) };
}

interface Row {
  _id: string;
  name: string;
  help?: string;
}
