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
  return destination ? pino(options, destination) : pino(options);
}
