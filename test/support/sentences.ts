import { expect } from "vitest";
import type { Outcome } from "./transports.ts";

/** Typical words of parsers, validators, databases and stack traces. */
const libraryWords =
  /unexpected|invalid input|expected (string|number|boolean|object)|received|zod|trpc|superjson|\bat .+:\d+|node_modules|\bsql\b|select \W|insert into|update "|syntax error|relation "|constraint|undefined|\[object|null value|prototype|ECONN|ENOENT|FST_|ERR_|SyntaxError|TypeError|RangeError/i;

/** Removes the names of unknown fields, which come from the caller. */
function withoutFieldNames(message: string): string {
  return message.replace(/^Unknown field: .*/s, "Unknown field");
}

/** Fails if a message is not a readable sentence, or comes from a library. */
export function expectPlainMessage(message: string): void {
  expect(withoutFieldNames(message)).toMatch(/^[A-Za-z/][^\n]{2,}$/);
  expect(withoutFieldNames(message)).not.toMatch(libraryWords);
}

/** Expects a 4xx response with a readable sentence that reveals no implementation details. */
export function expectPlainRejection({ status, message, body }: Outcome): void {
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  expectPlainMessage(message!);
  expect(body).not.toHaveProperty("stack");
  for (const issue of (body.issues ?? []) as { path: unknown[]; message: string }[]) {
    expect(withoutFieldNames(issue.message)).not.toMatch(libraryWords);
    expect(Array.isArray(issue.path)).toBe(true);
  }
}
