import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import type { Config } from "./config/config.ts";
import { rowDetails } from "./database/failures.ts";

/** Without what PostgreSQL repeats of a row, in messages, stacks and fields. */
function describeError(error: Error): unknown {
  const details = rowDetails(error);
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") {
      return details.reduce((text, detail) => text.replaceAll(detail, "[redacted]"), value);
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mask(inner)]));
  };
  return mask(pino.stdSerializers.err(error));
}

/**
 * JSON lines on the standard output; on a terminal, lines for people.
 * @param destination elsewhere than the standard output
 */
export function createLog(
  { logLevel }: Pick<Config, "logLevel">,
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level: logLevel,
    ...(process.stdout.isTTY &&
      !destination && {
        transport: { target: "pino-pretty", options: { ignore: "pid,hostname" } },
      }),
    serializers: { err: describeError },
    redact: {
      paths: ["password", "masterPassword", "accessKey", "token", "*.password", "*.accessKey"],
      censor: "[redacted]",
    },
  };
  if (destination) return pino(options, destination);
  return process.stdout.isTTY ? pino(options) : pino(options, bufferedOutput());
}

/** Lines wait for each other, at most this long: a system call for each would cost every request. */
const FLUSH_AFTER = 250;

/** What waits is written at an exit, too; only a kill -9 loses it. */
function bufferedOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: FLUSH_AFTER });
}
