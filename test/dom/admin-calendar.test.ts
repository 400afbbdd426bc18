import { expect, it } from "vitest";
import { conductRule } from "../support/conducted.ts";
import { createRules } from "../support/verdicts.ts";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { button, startDom, visitAsAdministrator } from "./support/dom-app.ts";

const dom = startDom();

const event = (at: string, title: string, impact = "high") => ({
  at,
  currency: "USD",
  impact,
  title,
  announcedAt: "2026-01-01T00:00:00Z",
});

it("lists the events of a week by day, with what the rules restrict around them", async () => {
  const news = conductRule("news", { before: 2, after: 5, restricts: ["entry", "exit"] });
  await createRules(dom.administrator, { ...noRules, conduct: [news] });
  const imported = await dom.administrator.post("/api/admin/calendar/versions", {
    from: "2026-03-01T00:00:00Z",
    to: "2026-04-01T00:00:00Z",
    note: null,
    events: [
      event("2026-03-04T15:00:00Z", "Factory Orders", "low"),
      event("2026-03-06T13:30:00Z", "Non-Farm Payrolls"),
      event("2026-03-11T12:30:00Z", "Consumer Price Index"),
    ],
  });
  expect(imported.statusCode).toBe(201);

  // Any day of a week is read as its Monday.
  const { page } = await visitAsAdministrator(dom, "/admin/calendar?week=2026-03-05");
  const week = page.getByRole("region", { name: "Mar 02, 2026 to Mar 08, 2026" });
  const friday = week.getByRole("table", { name: "Events: Friday, Mar 06, 2026" });
  // In Berlin.
  await friday.getByText("14:30", { exact: true }).waitFor();
  await friday.getByText("Non-Farm Payrolls").waitFor();
  await friday.getByText("14:28 to 14:35, opened or closed").waitFor();
  const wednesday = week.getByRole("table", { name: "Events: Wednesday, Mar 04, 2026" });
  await wednesday.getByText("Factory Orders").waitFor();
  await wednesday.getByText("—").waitFor();

  await button(page, "Next week").click();
  await page.getByText("Consumer Price Index").waitFor();
  await page.waitForURL("/admin/calendar?week=2026-03-09");
  await button(page, "This Week").click();
  await page.getByText("No event is known for this week.").waitFor();
  await page.waitForURL("/admin/calendar");
});
