import { useAccount } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { agents } from "@/lib/contract/agents/calls";
import { datasources } from "@/lib/contract/datasources/calls";
import { models } from "@/lib/contract/models/calls";
import { sessions } from "@/lib/contract/sessions/calls";
import { teams } from "@/lib/contract/teams/calls";

/** So many are shown on the home page, where one call reads them for both. */
export const recentSessions = 8;

export interface Step {
  title: string;
  text: string;
  href: string;
  done: boolean;
}

/** The first steps of a team, and which of them are done. Undefined until known. */
export function useSteps(slug: string): Step[] | undefined {
  const { team } = useAccount();
  const params = { resourceSlug: slug };
  const model = useEndpoint(models.list, { params, query: { modelType: "llm", limit: 100 } }).data;
  const datasource = useEndpoint(datasources.list, { params, query: { limit: 1 } }).data;
  const agent = useEndpoint(agents.list, { params, query: { limit: 1 } }).data;
  const session = useEndpoint(sessions.list, { params, query: { limit: recentSessions, sort: "dateUpdated" } }).data;
  const members = useEndpoint(teams.get, { params, query: { limit: 2 } }).data;
  if (!model || !datasource || !agent || !session || !members || !team) return undefined;
  return [
    {
      title: "Connect a model",
      text: "OpenAI, Anthropic, Google, Ollama and more",
      href: `/${slug}/models`,
      done: model.models.some(({ type }) => type !== "demo"),
    },
    {
      title: "Add knowledge",
      text: "Files, web pages or a database",
      href: `/${slug}/connections`,
      done: datasource.datasources.length > 0,
    },
    {
      title: "Build an agent",
      text: "Instructions, a model and tools",
      href: `/${slug}/agents`,
      done: agent.agents.length > 0,
    },
    {
      title: "Start a session",
      text: "Chat with an agent in an app",
      href: `/${slug}/apps`,
      done: session.sessions.some(({ messageCount }) => messageCount > 0),
    },
    {
      title: "Invite a colleague",
      text: "Work together on this team",
      href: `/${slug}/team`,
      done: members.members.length > 1 || members.invites.length > 0,
    },
  ];
}
