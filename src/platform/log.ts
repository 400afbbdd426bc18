import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import type { Config } from "./config/config.ts";
import { errorDetails } from "./database/failures.ts";

/** Fields that are never logged. No code logs them on purpose; this is a safety net. */
const secretNames = [
  "password",
  "currentPassword",
  "newPassword",
  "confirmPassword",
  "masterPassword",
  "paymentDetails",
  "accessKey",
  "token",
  "cookie",
  "authorization",
];

const censor = "[redacted]";

/** Removes secrets, and row values that PostgreSQL repeats, from messages, stacks and fields. */
function describeError(error: Error): unknown {
  const details = errorDetails(error);
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") {
      return details.reduce((text, detail) => text.replaceAll(detail, censor), value);
    }
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, inner]) => [
      name,
      secretNames.includes(name) ? censor : mask(inner),
    ]);
    return Object.fromEntries(entries);
  };
  return mask(pino.stdSerializers.err(error));
}

/**
 * Writes JSON lines to the standard output, formatted if it is a terminal.
 * @param destination replaces the standard output
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
    // Top-level fields only: redacting nested ones costs a fifth of a fast call's time. Bodies are never
    // logged; test/processes/log.test.ts checks this for a whole day of calls.
    redact: { paths: secretNames, censor },
  };
  if (destination) return pino(options, destination);
  return process.stdout.isTTY ? pino(options) : pino(options, bufferedOutput());
}

/** Lines are written in batches, at least this often, to save a system call per request. */
const FLUSH_AFTER = 250;

/** An exit writes the buffer; only kill -9 loses it. */
function bufferedOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: FLUSH_AFTER });
}
