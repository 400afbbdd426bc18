import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { procedures } from "../../src/http/app-router.ts";
import { inputSchema, inputShape } from "../../src/http/rest-input.ts";
import { expectPlainMessage } from "../support/sentences.ts";
import { rounds } from "../support/rounds.ts";

interface Input {
  name: string;
  schema: z.ZodType;
  fields: string[];
  good: Record<string, unknown>;
}

const inputs = procedures.flatMap(({ name, procedure, meta: { example } }): Input[] => {
  const schema = inputSchema(procedure);
  if (!schema) return [];
  const fields = Object.keys(inputShape(procedure)!);
  const isTarget = (field: string) => ["id", "userId", "versionId", "deliveryId"].includes(field);
  const ids = fields.filter(isTarget).map((field) => [field, 7] as const);
  return [{ name, schema, fields, good: { ...example, ...Object.fromEntries(ids) } }];
});

const nearlyRight = [
  ["", " ", "  padded  ", "under review", "active", "approved", "bank", "OLIVIA@Example.com"],
  ["1e2", "+5", "0.10", "12", "-0", "a\0b", "\ud800", "true", "__proto__"],
  [true, false, null, undefined, 0, 1, 7, -1, 1.5, 10.25, Number.NaN, 2 ** 31],
].flat();

const value = fc.oneof(
  fc.constantFrom<unknown>(...nearlyRight),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.double(),
  fc.anything({ maxDepth: 2 }),
);

function changed({ fields, good }: Input) {
  const some = Object.fromEntries(fields.map((field) => [field, value]));
  return fc
    .record(some, { requiredKeys: [], noNullPrototype: true })
    .map((changes) => ({ ...good, ...changes }));
}

/** Yields all strings in an accepted value. */
function* textsIn(found: unknown): Generator<string> {
  if (typeof found === "string") yield found;
  else if (typeof found === "object" && found !== null)
    for (const inner of Object.values(found)) yield* textsIn(inner);
}

describe.each(inputs)("the input of $name", (input) => {
  it("is accepted or rejected with messages", () => {
    fc.assert(
      fc.property(fc.oneof(changed(input), fc.anything()), (sent) => {
        const { success, error } = input.schema.safeParse(sent);
        if (success) return;
        expect(error.issues.length).toBeGreaterThan(0);
        for (const { message } of error.issues) expectPlainMessage(message);
      }),
      rounds(60),
    );
  });

  it("can be stored, and parsing it again changes nothing", () => {
    let accepted = 0;
    const property = fc.property(changed(input), (sent) => {
      const once = input.schema.safeParse(sent);
      if (!once.success) return;
      accepted += 1;
      for (const text of textsIn(once.data)) {
        expect(text.isWellFormed() && !text.includes("\0")).toBe(true);
      }
      expect(input.schema.parse(once.data)).toEqual(once.data);
    });
    fc.assert(property, { ...rounds(60), examples: [[input.good]] });
    // At least one input must have been accepted.
    expect(accepted).toBeGreaterThan(0);
  });

  it("rejects unknown fields", () => {
    const name = fc.string({ minLength: 1 }).filter((field) => !input.fields.includes(field));
    fc.assert(
      fc.property(name, (field) => {
        // Parsed from JSON, in which `__proto__` is an ordinary field.
        const sent: unknown = JSON.parse(
          JSON.stringify(input.good).replace(/^\{/, (start) => {
            const comma = Object.keys(input.good).length > 0 ? "," : "";
            return `${start}${JSON.stringify(field)}:1${comma}`;
          }),
        );
        expect(input.schema.safeParse(sent).success).toBe(false);
      }),
      { ...rounds(30), examples: [["__proto__"], ["constructor"], ["toString"]] },
    );
  });
});
