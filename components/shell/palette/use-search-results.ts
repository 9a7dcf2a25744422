"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useAccount } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { mayLeave } from "@/hooks/forms/use-unsaved-guard";
import { agents } from "@/lib/contract/agents/calls";
import { apps } from "@/lib/contract/apps/calls";
import { datasources } from "@/lib/contract/datasources/calls";
import { models } from "@/lib/contract/models/calls";
import { sessions } from "@/lib/contract/sessions/calls";
import { tasks } from "@/lib/contract/tasks/calls";
import { tools } from "@/lib/contract/tools/calls";
import { variables } from "@/lib/contract/variables/calls";
import { vectordbs } from "@/lib/contract/vectordbs/calls";
import { teamLinks } from "../sidebar/nav";
import type { PaletteCommand } from "./use-commands";

const maxResults = 5;

/** Searches the team's resources by name and description; empty text finds nothing. */
export function useSearchResults(text: string): { commands: PaletteCommand[]; loading: boolean } {
  const router = useRouter();
  const { team, managed } = useAccount();
  const slug = team?.id ?? "";
  const options = {
    params: { resourceSlug: slug },
    query: { q: text, limit: maxResults },
    enabled: Boolean(team) && !managed && text !== "",
  };
  /** By the path of the sidebar's link. */
  const lists: Record<string, Found> = {
    "/connections": rowsOf(useEndpoint(datasources.list, options), (found) => found.datasources),
    "/apps": rowsOf(useEndpoint(apps.list, options), (found) => found.apps),
    "/agents": rowsOf(useEndpoint(agents.list, options), (found) => found.agents),
    "/tasks": rowsOf(useEndpoint(tasks.list, options), (found) => found.tasks),
    "/tools": rowsOf(useEndpoint(tools.list, options), (found) => found.tools),
    "/variables": rowsOf(useEndpoint(variables.list, options), (found) => found.variables),
    "/models": rowsOf(useEndpoint(models.list, options), (found) => found.models),
    "/vectordbs": rowsOf(useEndpoint(vectordbs.list, options), (found) => found.vectorDbs),
    "/sessions": rowsOf(useEndpoint(sessions.list, options), (found) => found.sessions),
  };
  if (!options.enabled) return { commands: [], loading: false };
  const commands = teamLinks.flatMap(({ path, detail, icon, label, found = [label, icon] }) =>
    (lists[path]?.rows ?? []).map(({ _id, name, appName }) => ({
      id: _id,
      group: found[0],
      label: name,
      help: appName,
      icon: found[1],
      run: () => {
        if (mayLeave()) router.push(`/${slug}${detail}${_id}`);
      },
    })),
  );
  return { commands, loading: Object.values(lists).some(({ isFetching }) => isFetching) };
}

interface Row {
  _id: string;
  name: string;
  /** Of a session. */
  appName?: string;
}

interface Found {
  rows: readonly Row[];
  isFetching: boolean;
}

const rowsOf = <T>({ data, isFetching }: UseQueryResult<T>, rows: (data: T) => readonly Row[]): Found => ({
  rows: data === undefined ? [] : rows(data),
  isFetching,
});
