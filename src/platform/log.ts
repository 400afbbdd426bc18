import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import type { Config } from "./config/config.ts";
import { errorDetails } from "./database/failures.ts";

const censor = "[redacted]";

/**
 * Removes secrets, and row values from PostgreSQL's error details, from messages, stacks and fields; also the whole
 * connection, which pg-pool adds to the error of an idle one.
 */
function describeError(error: Error, secretFields: readonly string[]): unknown {
  const details = errorDetails(error);
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") {
      return details.reduce((text, detail) => text.replaceAll(detail, censor), value);
    }
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value)
      .filter(([name]) => name !== "client")
      .map(([name, inner]) => [name, secretFields.includes(name) ? censor : mask(inner)]);
    return Object.fromEntries(entries);
  };
  return mask(pino.stdSerializers.err(error));
}

/**
 * Creates a log that writes JSON lines to the standard output, formatted if it is a terminal.
 * @param secretFields the names of fields whose values are replaced
 * @param destination replaces the standard output
 */
export function createLog(
  { logLevel }: Pick<Config, "logLevel">,
  secretFields: readonly string[],
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level: logLevel,
    ...(process.stdout.isTTY &&
      !destination && {
        transport: { target: "pino-pretty", options: { ignore: "pid,hostname" } },
      }),
    serializers: { err: (error: Error) => describeError(error, secretFields) },
    // Only top-level fields are redacted, because nested ones would take a fifth of the time of a fast call. Bodies are
    // never logged; test/processes/log.test.ts checks this for a whole day of calls.
    redact: { paths: [...secretFields], censor },
  };
  if (destination) return pino(options, destination);
  return process.stdout.isTTY ? pino(options) : pino(options, bufferedOutput());
}

/** Buffered lines are written at least this often, in milliseconds. Batches save a system call per request. */
const FLUSH_AFTER = 250;
/** The number of characters after which buffered lines are written at once. */
const BATCH = 4096;

/**
 * Returns a buffered output. The buffer is written on exit and only lost by `kill -9`. Unlike pino's own output, one that
 * fails, such as a file on a full disk, neither ends the process nor keeps it from ending: its lines are lost.
 */
function bufferedOutput(): DestinationStream {
  let buffered = "";
  const flush = () => {
    if (buffered !== "") process.stdout.write(buffered);
    buffered = "";
  };
  setInterval(flush, FLUSH_AFTER).unref();
  process.once("exit", flush);
  process.stdout.on("error", () => {});
  return {
    write(line) {
      buffered += line;
      if (buffered.length >= BATCH) flush();
    },
  };
}
