import * as z from 'zod/mini';
import { type ModelTurn, seenOf, type WireFormat } from './wire.ts';

/** Google's API of generated content, as Gemini CLI uses it. */
export const geminiWire: WireFormat = {
  read(path, text) {
    const [, model, method] =
      /\/models\/([^:/]+):(generateContent|streamGenerateContent)$/.exec(path) ?? [];
    if (model === undefined) return undefined;
    const { contents, systemInstruction, tools = [] } = bodySchema.parse(JSON.parse(text));
    return {
      request: {
        text,
        system: systemInstruction === undefined ? '' : wordsOf(systemInstruction),
        tools: tools.flatMap(({ functionDeclarations = [] }) =>
          functionDeclarations.map(({ name }) => name),
        ),
        ...seenOf(contents, ({ role }) => role === 'model', wordsOf),
      },
      reply(turn) {
        const body = bodyOf(turn, model);
        if (method === 'generateContent') return { body };
        return { events: [`data: ${JSON.stringify(body)}\r\n\r\n`] };
      },
    };
  },
  other: (path) => (path.endsWith(':countTokens') ? { totalTokens: 100 } : undefined),
  fault: (message) => ({ error: { code: 400, status: 'INVALID_ARGUMENT', message } }),
};

const contentSchema = z.looseObject({
  role: z.optional(z.string()),
  parts: z.array(
    z.looseObject({
      text: z.optional(z.string()),
      functionResponse: z.optional(z.looseObject({ response: z.unknown() })),
    }),
  ),
});
type Content = z.infer<typeof contentSchema>;

const bodySchema = z.looseObject({
  contents: z.array(contentSchema),
  systemInstruction: z.optional(contentSchema),
  tools: z.optional(
    z.array(
      z.looseObject({
        functionDeclarations: z.optional(z.array(z.looseObject({ name: z.string() }))),
      }),
    ),
  ),
});

const outputSchema = z.looseObject({ output: z.string() });

/** The words of a message; of what a tool gave, its output, or all that it gave. */
function wordsOf({ parts }: Content): string {
  return parts
    .map(({ functionResponse, text }) => {
      if (functionResponse === undefined) return text ?? '';
      const { data } = outputSchema.safeParse(functionResponse.response);
      return data?.output ?? JSON.stringify(functionResponse.response);
    })
    .join('\n');
}

function bodyOf(turn: ModelTurn, model: string): object {
  const part =
    'says' in turn ? { text: turn.says } : { functionCall: { name: turn.uses, args: turn.input } };
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
    modelVersion: model,
  };
}
