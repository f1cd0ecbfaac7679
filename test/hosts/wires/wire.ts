/** How the clients of one API ask their model, and how it answers them. */
export interface WireFormat {
  /** Reads a request for the model's words; nothing where a request is for something else. */
  read(path: string, text: string): Asked | undefined;
  /** What a request for something else gets; nothing where the API has nothing there. */
  other?(path: string): object | undefined;
  /** What a request gets whose script fails: an error that clients do not try again. */
  fault(message: string): object;
}

/** A request for the model's words. */
export interface Asked {
  readonly request: SeenRequest;
  /** The answer in the form that was asked for. `number`: which of all answers it is, for ids. */
  reply(turn: ModelTurn, number: number): Reply;
}

/** An answer: the events of a stream, each as it is sent, or one object. */
export type Reply = { readonly events: readonly string[] } | { readonly body: object };

/** A request of an agent, as far as a script looks at it. */
export interface SeenRequest {
  /** All that was sent, as text. */
  readonly text: string;
  readonly system: string;
  /** The names of the tools that may be used. */
  readonly tools: readonly string[];
  /** All that the model was told so far, but for the system text and its own words. */
  readonly told: string;
  /** What came since the model spoke last: the user's words, what hooks said, what tools gave. */
  readonly latest: string;
  /** How often the model spoke before. */
  readonly turn: number;
}

/** What the model does next. */
export type ModelTurn =
  | { readonly says: string }
  | { readonly uses: string; readonly input: Readonly<Record<string, unknown>> };

/** What a model was told, by the messages before it; `ofModel`: which of them are its own. */
export function seenOf<Message>(
  messages: readonly Message[],
  ofModel: (message: Message) => boolean,
  wordsOf: (message: Message) => string,
): Pick<SeenRequest, 'told' | 'latest' | 'turn'> {
  const toldIn = (some: readonly Message[]): string =>
    some
      .filter((one) => !ofModel(one))
      .map(wordsOf)
      .join('\n');
  return {
    told: toldIn(messages),
    latest: toldIn(messages.slice(messages.findLastIndex(ofModel) + 1)),
    turn: messages.filter(ofModel).length,
  };
}
