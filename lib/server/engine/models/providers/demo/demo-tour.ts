interface Asked {
  question: string;
}

const topics: [about: RegExp, answer: string][] = [
  [
    /\b(approv|process|task|workflow)/i,
    "A **process** app runs several tasks, in sequence or in parallel, each with an agent. A task can show a form first, and a tool can require an **approval**: the run pauses, the request appears in the **Inbox** and on Home, and it continues when someone responds. Import the *Expense approval* example under **Apps** to see both.",
  ],
  [
    /\b(own model|connect .*model|provider|api key|openai|anthropic|ollama)\b/i,
    "To use your own model:\n\n1. Open **Models** and select **New model**.\n2. Choose a provider, such as OpenAI, Anthropic, Google or your own Ollama server, and enter its API key.\n3. Select **Test connection**, then **Create model**.\n4. Choose the model in your agent.\n\nKeys are encrypted and never shown again.",
  ],
  [
    /\b(knowledge|document|file|cite|citation|search|data ?source|connection)/i,
    "Agents answer from your documents through **connections**. Upload files, or sync a database, a drive or a website. Muster splits documents into chunks, embeds them and creates a search tool. Add that tool to an agent, and its answers cite the passages they use. The **Test bench** of a connection shows which passages a question finds, and why.",
  ],
  [
    /\b(shar|link|visitor|public|invite|team|permission)/i,
    "You can share an app with your team, with specific people or with anyone who has the **link**. Visitors see only their own sessions. Invite colleagues under **Team**: a role sets what they can create, edit and delete, and you can adjust each permission.",
  ],
  [
    /\b(budget|cost|spend|usage|limit)/i,
    "**Usage** shows runs, tokens and cost by day, app, model and member. Set a monthly **budget** for the organization, a team, an app or an API key: when it is reached, Muster notifies budget managers or pauses runs until someone raises it.",
  ],
  [
    /\b(what can (you|i)|muster|tour|get started|help|guide)\b/i,
    "Here is a short tour of Muster:\n\n- **Models** power your agents. This one works offline; connect your own for real answers.\n- **Agents** combine a model with instructions, tools and knowledge.\n- **Apps** let people use agents, as a chat or as a process with several tasks.\n- **Tools** call services, run code or search your **connections**.\n- **Session History** keeps every session with its trace: each step, its input, output, time and cost.\n\nAsk me about *connecting a model*, *knowledge*, *approvals*, *sharing* or *budgets*.",
  ],
];

/** A short guide to Muster, by topic. */
export const answerTour = ({ question }: Asked): string | undefined =>
  topics.find(([about]) => about.test(question.slice(0, 500)))?.[1];

const trip = `Here is a plan for your trip:

| Step | When | Time needed |
|---|---|---|
| Choose a destination | 3 months before | 1 evening |
| Book transport and rooms | 2 months before | 2 hours |
| Plan the days | 1 month before | 1 evening |
| Check documents | 2 weeks before | 30 minutes |
| Pack | 1 day before | 1 hour |

1. **Choose a destination.** Compare the weather, the travel time and what you can spend.
2. **Book transport and rooms.** Start with what sells out first.
3. **Plan the days.** One fixed item a day leaves room for the rest.
4. **Check documents.** Passport, tickets, insurance and payment cards.
5. **Pack.** Make a list, and leave some space in the bag.

This plan is scripted. A connected model can adapt it to your destination.`;

/** A scripted list and table, as one of the sample's conversation starters asks for. */
export const planTrip = ({ question }: Asked): string | undefined =>
  /\btrip\b/i.test(question) && /\b(list|steps?|table|plan)\b/i.test(question) ? trip : undefined;
