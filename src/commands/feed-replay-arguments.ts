import { parseArgs } from "node:util";
import { CommandError } from "../platform/errors.ts";
import { isTimeZone } from "../platform/time/local-time.rule.ts";

const usage = `Usage:
  npm run feed:replay -- <statement file> --token pdk_…
    --login <login>      the account; by default, the statement's
    --speed <number>     how many times faster than the record; 60 (an hour a minute) by default
    --shift <time>       when the record starts: now, or a time such as 2026-03-02T09:00:00Z;
                         by default, its own times
    --time-zone <zone>   the zone of the statement's clock, such as Europe/Athens; UTC by default
    --url <url>          the server; PUBLIC_URL or http://127.0.0.1:3000 by default
    --token <token>      an API token with the scope feed:write; FEED_TOKEN by default`;

export interface ReplayArguments {
  file: string;
  login: string | undefined;
  speed: number;
  /** When the record should start, in milliseconds since 1970 UTC; `undefined` keeps its times. */
  start: number | undefined;
  timeZone: string;
  url: string | undefined;
  token: string;
}

/** @throws CommandError with the mistake and the usage */
export function parseReplayArguments(
  args: string[],
  env: { FEED_TOKEN?: string },
  now: number,
): ReplayArguments {
  const { values, positionals } = parse(args);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw mistake("Name one statement file.");
  const speed = Number(values.speed ?? 60);
  if (!(speed > 0) || !Number.isFinite(speed)) throw mistake("--speed must be a number above 0.");
  const token = values.token ?? env.FEED_TOKEN;
  if (!token?.startsWith("pdk_"))
    throw mistake("--token must be an API token, which starts with pdk_.");
  const timeZone = values["time-zone"] ?? "UTC";
  if (!isTimeZone(timeZone)) throw mistake(`"${timeZone}" is not a time zone.`);
  if (values.url !== undefined && !URL.canParse(values.url)) {
    throw mistake("--url must be an address such as http://127.0.0.1:3000.");
  }
  const start = readStart(values.shift, now);
  return { file, login: values.login, speed, start, timeZone, url: values.url, token };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        login: text,
        speed: text,
        shift: text,
        "time-zone": text,
        url: text,
        token: text,
      },
    });
  } catch (error) {
    throw mistake(`${(error as Error).message.split(/\.\s/)[0]}.`);
  }
}

function readStart(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const start = text === "now" ? now : Date.parse(text);
  if (Number.isNaN(start))
    throw mistake("--shift must be now, or a time such as 2026-03-02T09:00:00Z.");
  return start;
}

function mistake(message: string): CommandError {
  return new CommandError(`${message}\n\n${usage}`);
}
