import { expect } from "vitest";
import type { Outcome } from "./transports.ts";

/** Words by which one knows a parser, a validator, a database or a stack. */
const foreignWords =
  /unexpected|invalid input|expected (string|number|boolean|object)|received|zod|trpc|superjson|\bat .+:\d+|node_modules|\bsql\b|select \W|insert into|update "|syntax error|relation "|constraint|undefined|\[object|null value|prototype|ECONN|ENOENT|FST_|ERR_|SyntaxError|TypeError|RangeError/i;

/** Without the names of unknown fields, which the caller made up. */
function ownWords(message: string): string {
  return message.replace(/^Unknown field: .*/s, "Unknown field");
}

/** For a person, and in our own words: not those of a library. */
export function expectPlainMessage(message: string): void {
  expect(ownWords(message)).toMatch(/^[A-Za-z/][^\n]{2,}$/);
  expect(ownWords(message)).not.toMatch(foreignWords);
}

/** A refusal of the caller: 4xx, with one sentence for a person and nothing of our insides. */
export function expectSentence({ status, message, body }: Outcome): void {
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  expectPlainMessage(message!);
  expect(body).not.toHaveProperty("stack");
  for (const issue of (body.issues ?? []) as { path: unknown[]; message: string }[]) {
    expect(ownWords(issue.message)).not.toMatch(foreignWords);
    expect(Array.isArray(issue.path)).toBe(true);
  }
}
