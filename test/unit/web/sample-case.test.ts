import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { verifyCase } from "../../../src/business/record/cases/verify-case.rule.ts";
import { sampleKeys } from "../../../web/features/verify/sample-case.ts";

// If an engine no longer judges it as it did, replace it and its keys by a case of the demo firm.
it("the sample case for visitors is confirmed, with its signature", async () => {
  const file = new URL("../../../web/features/verify/sample-case.json", import.meta.url);
  const verification = await verifyCase(JSON.parse(await readFile(file, "utf8")), sampleKeys);
  expect(verification).toMatchObject({
    result: "confirmed",
    judged: { signature: "valid", judgement: { outcome: "breached" } },
  });
});
