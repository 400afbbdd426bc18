import { type Logger, pino } from "pino";
import type { Config } from "./config/config.ts";

/** JSON lines on the standard output; on a terminal, lines for people. */
export function createLog({ logLevel }: Pick<Config, "logLevel">): Logger {
  return pino({
    level: logLevel,
    ...(process.stdout.isTTY && {
      transport: { target: "pino-pretty", options: { ignore: "pid,hostname" } },
    }),
    redact: {
      paths: ["password", "masterPassword", "accessKey", "token", "*.password", "*.accessKey"],
      censor: "[redacted]",
    },
  });
}
