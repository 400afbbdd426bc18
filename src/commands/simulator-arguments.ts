import { parseArgs } from "node:util";
import { CommandError } from "../platform/errors.ts";

export interface SimulatorArguments {
  minutes: number;
  url: string | undefined;
  /** The port of a simulated server of MetaTrader 5. */
  mt5: number | undefined;
}

/**
 * Reads `--minutes`, `--url`, and `--mt5` if it is allowed.
 * @throws CommandError with the usage
 */
export function parseSimulatorArguments(
  args: string[],
  usage: string,
  { allowsMt5 = false } = {},
): SimulatorArguments {
  const text = { type: "string" } as const;
  try {
    const options = { minutes: text, url: text };
    const { values } = allowsMt5
      ? parseArgs({ args, options: { ...options, mt5: text } })
      : { values: { mt5: undefined, ...parseArgs({ args, options }).values } };
    const minutes = Number(values.minutes ?? Infinity);
    if (!(minutes > 0)) throw new Error("--minutes must be a number above 0");
    if (values.url !== undefined && !URL.canParse(values.url))
      throw new Error("--url must be an address such as http://127.0.0.1:3000");
    const mt5 = values.mt5 === undefined ? undefined : Number(values.mt5);
    if (mt5 !== undefined && !(Number.isInteger(mt5) && mt5 > 0 && mt5 < 65_536))
      throw new Error("--mt5 must be a port such as 9443");
    return { minutes, url: values.url, mt5 };
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${usage}`);
  }
}
