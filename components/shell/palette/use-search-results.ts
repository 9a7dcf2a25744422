"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useAccount } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { confirmLeave } from "@/hooks/forms/use-unsaved-guard";
import { agents } from "@/lib/contract/agents/calls";
import { apps } from "@/lib/contract/apps/calls";
import { datasources } from "@/lib/contract/datasources/calls";
import { models } from "@/lib/contract/models/calls";
import { providers } from "@/lib/contract/providers/calls";
import { sessions } from "@/lib/contract/sessions/calls";
import { tasks } from "@/lib/contract/tasks/calls";
import { tools } from "@/lib/contract/tools/calls";
import { variables } from "@/lib/contract/variables/calls";
import { vectordbs } from "@/lib/contract/vectordbs/calls";
import { listLinks } from "../sidebar/nav";
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
  /** Results by path of the sidebar's link. */
  const lists: Record<string, ListResult> = {
    "/connections": toListResult(useEndpoint(datasources.list, options), (data) => data.datasources),
    "/apps": toListResult(useEndpoint(apps.list, options), (data) => data.apps),
    "/agents": toListResult(useEndpoint(agents.list, options), (data) => data.agents),
    "/tasks": toListResult(useEndpoint(tasks.list, options), (data) => data.tasks),
    "/tools": toListResult(useEndpoint(tools.list, options), (data) => data.tools),
    "/variables": toListResult(useEndpoint(variables.list, options), (data) => data.variables),
    "/models": toListResult(useEndpoint(models.list, options), (data) => data.models),
    "/providers": toListResult(useEndpoint(providers.list, options), (data) => data.providers),
    "/vectordbs": toListResult(useEndpoint(vectordbs.list, options), (data) => data.vectorDbs),
    "/sessions": toListResult(useEndpoint(sessions.list, options), (data) => data.sessions),
  };
  if (!options.enabled) return { commands: [], loading: false };
  const commands = listLinks.flatMap(({ path, detail, icon, label, palette = [label, icon] }) =>
    (lists[path]?.rows ?? []).map(({ _id, name, appName }) => ({
      id: _id,
      group: palette[0],
      label: name,
      help: appName,
      icon: palette[1],
      run: () => confirmLeave(() => router.push(`/${slug}${detail}${_id}`)),
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

interface ListResult {
  rows: readonly Row[];
  isFetching: boolean;
}

const toListResult = <T>({ data, isFetching }: UseQueryResult<T>, rows: (data: T) => readonly Row[]): ListResult => ({
  rows: data === undefined ? [] : rows(data),
  isFetching,
});
