import { expect, it } from "vitest";
import { parseExactly } from "../../../src/connectors/exact-json.rule.ts";

it.each([
  ["618509.43", "618509.43"],
  ["100000000000000000.01", "100000000000000000.01"],
  ["0.10", "0.10"],
  ["-1.75", "-1.75"],
  ["6.1850943E5", "618509.43"],
  ["-1.5e-3", "-0.0015"],
  ["1E+3", "1000"],
])("the number %s is read as %s", (json, text) => {
  expect(parseExactly(`{"amount": ${json}}`)).toEqual({ amount: text });
});

it("texts, names and words stay as they are", () => {
  const value = { "1.50": 'a "2" \\ 3', list: [true, null, "4e5"] };
  expect(parseExactly(JSON.stringify(value))).toEqual(value);
  expect(() => parseExactly("<html>502</html>")).toThrow(SyntaxError);
});
