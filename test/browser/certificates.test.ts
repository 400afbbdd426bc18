import { describe, expect, it } from "vitest";
import { answerCalls, button, issueCertificate, startE2e } from "../support/browser-app.ts";

const e2e = startE2e();

describe("certificates", () => {
  it("explains the page to a trader without certificates", async () => {
    const { page } = await e2e.trader();
    await page.goto("/certificates");
    await page.getByRole("heading", { level: 1, name: "Certificates" }).waitFor();
    await page.getByText("View and download your trading certificates").waitFor();
    await page.getByRole("tab", { name: "All Certificates" }).waitFor();
    await page.getByText("No certificates yet").waitFor();
    await page
      .getByText("Your certificates will appear here when they are issued by the admin.")
      .waitFor();
  });

  it("are listed with the same issue date in every time zone", async () => {
    for (const timezoneId of ["Pacific/Auckland", "America/Los_Angeles"]) {
      const trader = await e2e.trader({ browser: { timezoneId } });
      await issueCertificate(e2e, trader.id, { name: "Phase 1", issuedAt: "2026-03-14" });
      await trader.page.goto("/certificates");
      const row = trader.page.getByRole("row").nth(1);
      await row.waitFor();
      const [name, issued, added] = await row.getByRole("cell").allInnerTexts();
      expect([name, issued]).toEqual(["Phase 1", "Mar 14, 2026"]);
      expect(added).toMatch(/^[A-Z][a-z]{2} \d{2}, \d{4}$/);
    }
  });

  it("are downloaded in a new tab", async () => {
    const { page, id } = await e2e.trader();
    await issueCertificate(e2e, id, { name: "Phase 1" });
    await page.goto("/certificates");
    await page.getByText("Phase 1").waitFor();
    await expect
      .poll(() => button(page, "Download").getAttribute("aria-description"))
      .toBe("Phase 1, PDF in a new tab");
    const opened = page
      .context()
      .waitForEvent("request", (request) => /certificates\/\d+/.test(request.url()));
    await button(page, "Download").click();
    const answer = await (await opened).response();
    expect(answer!.headers()["content-type"]).toContain("application/pdf");
  });

  it("show skeletons while they load", async () => {
    const { page } = await e2e.trader();
    const held = Promise.withResolvers<void>();
    await page.route("**/api/trpc/trader.certificates.list*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto("/certificates");
    await page.locator('[aria-busy="true"]').waitFor();
    held.resolve();
    await page.getByText("No certificates yet").waitFor();
  });

  it("show an error if they cannot be loaded", async () => {
    const { page, expectProblem } = await e2e.trader();
    expectProblem(/500/);
    await answerCalls(page, "trader.certificates.list", { status: 500, body: "" });
    await page.goto("/certificates");
    await page.getByText("Failed to load certificates. Please try refreshing the page.").waitFor();
  });
});
