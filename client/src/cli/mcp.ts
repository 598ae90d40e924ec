import { version } from '../api.ts';
import { FormlineError } from '../errors.ts';
import type { Command, CommandContext } from './command.ts';
import { Failure, wordsOf } from './failure.ts';
import { checkedArguments } from './tool-arguments.ts';
import { type Tool, tools } from './tools.ts';

export const mcp: Command = {
  summary: 'Serve the stage to an assistant, by the Model Context Protocol over standard input and output',
  details: `It reads; with --write it also makes and changes forms, changes responses, and redrives webhooks. It deletes nothing.
It needs the package @modelcontextprotocol/server beside this one.`,
  options: { write: { type: 'boolean' } },
  optionWords: { write: 'also tools that change something' },
  run: async context => {
    const { McpServer, fromJsonSchema, StdioServerTransport } = await sdk();
    const server = new McpServer({ name: 'formline', version });
    // Check the stage before the first request: a client shows a server's message if it ends at once.
    const [formline, stage] = [await context.formline(), await context.stageName()];
    for (const [name, tool] of Object.entries(tools)) {
      if (tool.writes && !context.values.write) continue;
      const { title, description } = tool;
      const annotations = { readOnlyHint: !tool.writes, destructiveHint: tool.writes === true };
      server.registerTool(
        name,
        { title, description, annotations, inputSchema: fromJsonSchema(schemaOf(tool), unchecked as never) },
        input => answerOf(tool, input as ToolInput, checked => tool.run(formline, stage, checked)),
      );
    }
    await serve(new StdioServerTransport(), transport => server.connect(transport), context);
  },
};

async function sdk() {
  try {
    const [server, stdio] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/server/stdio'),
    ]);
    return { ...server, ...stdio };
  } catch {
    throw new Failure(
      'formline mcp needs a package of its own: npm install @modelcontextprotocol/server, beside @formline/client',
    );
  }
}

const schemaOf = ({ properties, required = [] }: Tool) => ({
  type: 'object' as const,
  properties: { ...properties },
  required: [...required],
  additionalProperties: false,
});

type ToolInput = Readonly<Record<string, unknown>>;

/** Leaves the check to `checkedArguments`. Its errors name the argument, so that an assistant can fix it. */
const unchecked = { getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) as const };

/** Returns a refusal as an answer too, so that the assistant can read what was wrong and fix it. */
async function answerOf(tool: Tool, input: ToolInput, run: (input: ToolInput) => Promise<unknown>) {
  try {
    const result = await run(checkedArguments(tool, input ?? {}));
    return { content: [{ type: 'text' as const, text: JSON.stringify(result, null, 2) ?? 'Done.' }] };
  } catch (error) {
    const subject = error instanceof FormlineError && error.status === 404 && input.id ? `id ${input.id}: ` : '';
    return { isError: true, content: [{ type: 'text' as const, text: subject + wordsOf(error) }] };
  }
}

type Transport = { onclose?: (() => void) | undefined };

/** Serves until the client disconnects or the server is stopped. */
async function serve<T extends Transport>(
  transport: T,
  connect: (transport: T) => Promise<void>,
  { signal }: CommandContext,
) {
  await connect(transport);
  await new Promise<void>(resolve => {
    process.stdin.once('end', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
