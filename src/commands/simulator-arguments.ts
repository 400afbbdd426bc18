import { parseArgs } from "node:util";
import { CommandError } from "../platform/errors.ts";

export interface SimulatorArguments {
  minutes: number;
  url: string | undefined;
}

/** Reads `--minutes` and `--url`. @throws CommandError with the usage */
export function parseSimulatorArguments(args: string[], usage: string): SimulatorArguments {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({ args, options: { minutes: text, url: text } });
    const minutes = Number(values.minutes ?? Infinity);
    if (!(minutes > 0)) throw new Error("--minutes must be a number above 0");
    if (values.url !== undefined && !URL.canParse(values.url))
      throw new Error("--url must be an address such as http://127.0.0.1:3000");
    return { minutes, url: values.url };
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${usage}`);
  }
}
