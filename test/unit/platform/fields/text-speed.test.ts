import { expect, it } from "vitest";
import type { z } from "zod";
import { parseLimit } from "../../../../src/business/traders/accounts/account.rule.ts";
import { certificateFields } from "../../../../src/business/record/certificates/certificate.schema.ts";
import { hasPdfHeader } from "../../../../src/platform/storage/file-headers.ts";
import { email, requiredText, exactText } from "../../../../src/platform/fields/text.schema.ts";
import { describeDevice } from "../../../../src/identity/sessions/device.ts";
import { moneyInput } from "../../../../src/platform/money/money.schema.ts";

/** Fast for a linear expression; a superlinear one exceeds the test's timeout. */
const LENGTH = 200_000;

const account = { balance: "1.00", profitLoss: "0.00" };
const schemas: Record<string, z.ZodType> = {
  email: email(),
  text: requiredText("x"),
  secret: exactText({ min: 8, max: 100, tooShort: "x" }),
  money: moneyInput("x"),
  "issue date": certificateFields.shape.issuedAt,
  "id of a form": certificateFields.shape.userId,
};
const readers: [string, (text: string) => unknown][] = [
  ...Object.entries(schemas).map(([name, schema]): [string, (text: string) => unknown] => [
    name,
    (text) => schema.safeParse(text),
  ]),
  ["limit", (text) => parseLimit(text, account)],
  ["PDF", (text) => hasPdfHeader(Buffer.from(text.slice(0, 1024)))],
  ["device", (text) => describeDevice(text.slice(0, 512))],
];

/** Inputs that make expressions with nested or overlapping repetitions slow. */
const slowInputs = [
  "a",
  " ",
  "a.",
  "a@",
  "a@a.",
  "1",
  "1,",
  "1,111",
  "$1",
  "%",
  "/",
  "-",
  "\t \n",
  "x/1 (",
];

it.each(readers)("%s stays fast for inputs that cause backtracking", (_name, readText) => {
  for (const piece of slowInputs) {
    for (const end of ["", "!", "@", "\u00e9"]) {
      const text = piece.repeat(LENGTH / piece.length) + end;
      expect(() => readText(text), `${piece}…${end}`).not.toThrow();
    }
  }
});
