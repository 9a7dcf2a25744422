import { useEndpoint } from "@/hooks/api/use-endpoint";
import { home } from "@/lib/contract/home/calls";

export interface Step {
  title: string;
  text: string;
  href: string;
  done: boolean;
}

/** The first steps of a team, and which of them are done. Undefined until known. */
export function useSteps(slug: string): Step[] | undefined {
  const { data } = useEndpoint(home.steps, { params: { resourceSlug: slug } });
  if (!data) return undefined;
  return [
    {
      title: "Connect a model",
      text: "OpenAI, Anthropic, Google, Ollama and more",
      href: `/${slug}/models`,
      done: data.model,
    },
    {
      title: "Add a data source",
      text: "Files, web pages or a database",
      href: `/${slug}/connections`,
      done: data.datasource,
    },
    {
      title: "Build an agent",
      text: "Instructions, a model and tools",
      href: `/${slug}/agents`,
      done: data.agent,
    },
    {
      title: "Start a session",
      text: "Chat with an agent in an app",
      href: `/${slug}/apps`,
      done: data.session,
    },
    {
      title: "Invite a teammate",
      text: "Work together on this team",
      href: `/${slug}/team`,
      done: data.colleague,
    },
  ];
}
