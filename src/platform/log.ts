import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import type { Config } from "./config/config.ts";
import { errorDetails } from "./database/failures.ts";

/** What must not be logged, by its name. Nobody means to: this is for the day when somebody does. */
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

/** Without secrets, and without what PostgreSQL repeats of a row, in messages, stacks and fields. */
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
    // Fields of the line itself alone: to look into those below would take a fifth of the time of a
    // quick call. No call's body is ever logged; test/processes/log.test.ts watches over a whole day.
    redact: { paths: secretNames, censor },
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
