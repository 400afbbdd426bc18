import { expect, it } from "vitest";
import type { z } from "zod";
import { parseLimit } from "../../../src/business/accounts/limits.rule.ts";
import { certificateFields } from "../../../src/business/certificates/certificate.schema.ts";
import { looksLikePdf } from "../../../src/business/certificates/pdf.rule.ts";
import { email, requiredText, secretText } from "../../../src/platform/lib/text.schema.ts";
import { describeDevice } from "../../../src/platform/lib/device.ts";
import { moneyInput } from "../../../src/platform/money/money.schema.ts";

/** Nothing to an expression that is linear; one that is not is still at it when the test's time ends. */
const LENGTH = 200_000;

const account = { balance: "1.00", profitLoss: "0.00" };
const schemas: Record<string, z.ZodType> = {
  email: email(),
  text: requiredText("x"),
  secret: secretText({ min: 8, max: 100, tooShort: "x" }),
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
  ["PDF", (text) => looksLikePdf(Buffer.from(text.slice(0, 1024)))],
  ["device", (text) => describeDevice(text.slice(0, 512))],
];

/** What makes expressions with nested or overlapping repetitions slow. */
const slow = [
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

it.each(readers)("%s comes to an end with what is made to be slow", (_name, readText) => {
  for (const piece of slow) {
    for (const end of ["", "!", "@", "\u00e9"]) {
      const text = piece.repeat(LENGTH / piece.length) + end;
      expect(() => readText(text), `${piece}…${end}`).not.toThrow();
    }
  }
});
