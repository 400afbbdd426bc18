import { expect, it } from "vitest";
import { asPreviewed } from "../../../web/features/admin/trader/statement-import.ts";

const upload = {
  userId: 7,
  file: new File(["Ticket"], "trades.csv"),
  timeZone: undefined,
  isFinancingCost: false,
  stageId: undefined,
};

it("an import uses the zone and the stage that its preview named", () => {
  const preview = { timeZone: "Europe/Athens", timeZoneSource: "earlier", stageId: 3 } as const;
  expect(asPreviewed(upload, preview)).toEqual({
    ...upload,
    timeZone: "Europe/Athens",
    stageId: 3,
  });
});

it("an import without a stage, of a file that states its zone, chooses neither", () => {
  const preview = { timeZone: "UTC", timeZoneSource: "file", stageId: null } as const;
  expect(asPreviewed(upload, preview)).toEqual(upload);
});
