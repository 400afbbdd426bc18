import { describe, expect, it } from "vitest";
import { z } from "zod";
import { wireSchema } from "../../src/http/rest.ts";

const wire = wireSchema(
  z.array(
    z.object({
      id: z.number(),
      createdAt: z.date(),
      endedAt: z.date().nullable(),
      user: z.object({ email: z.string() }),
    }),
  ),
);
const row = {
  id: 1,
  createdAt: "2026-03-14T09:26:53.589Z",
  endedAt: null,
  user: { email: "olivia@example.com" },
};

describe("the schema of a row that is already JSON", () => {
  it("accepts a row as JSON.stringify serializes it", () => {
    expect(wire.safeParse([row, { ...row, endedAt: row.createdAt }]).success).toBe(true);
  });

  it.each([
    ["an unknown field", { ...row, masterPassword: "secret" }],
    ["an unknown field of a nested object", { ...row, user: { ...row.user, password: "secret" } }],
    ["a timestamp without milliseconds", { ...row, createdAt: "2026-03-14T09:26:53Z" }],
    ["a timestamp in another zone", { ...row, createdAt: "2026-03-14T09:26:53.589+02:00" }],
    ["a missing field", { ...row, endedAt: undefined }],
    ["a wrong type", { ...row, id: "1" }],
  ])("rejects %s", (_what, broken) => {
    expect(wire.safeParse([row, broken]).success).toBe(false);
  });
});
