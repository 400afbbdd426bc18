import { expect, it } from "vitest";
import { reportableText } from "../../../src/connectors/reportable-text.rule.ts";

it.each([
  ["The password Ab1! is too weak", ["Ab1!"], "The password … is too weak"],
  [" Two\r\nlines\u0000 ", [], "Two lines"],
  ["Market closed", [undefined, ""], "Market closed"],
  ["x".repeat(2000), [], `${"x".repeat(499)}…`],
])("reports %j without secrets, in one line", (text, secrets, shown) => {
  expect(reportableText(text, secrets)).toBe(shown);
});
