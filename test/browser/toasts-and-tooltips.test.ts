import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { expectFocusKept } from "../support/keyboard.ts";
import {
  alertText,
  button,
  field,
  startE2e,
  visitAsAdministrator,
} from "../support/browser-app.ts";

const e2e = startE2e({}, { reuseContexts: false });

beforeAll(async () => {
  await e2e.app.trader({ fullName: "Ada Lund", email: "ada@example.com" });
});

/** Stops the page's clock; from then on, only the test advances it. */
async function stopClock(page: Page) {
  await page.clock.pauseAt(Date.now() + 60_000);
}

describe("a tooltip", () => {
  async function openUsers() {
    const { page } = await visitAsAdministrator(e2e, "/admin/dashboard");
    await page.clock.install();
    await page.goto("/admin");
    await button(page, "Edit Ada Lund").waitFor();
    await stopClock(page);
    return page;
  }

  const tips = (page: Page) => page.getByRole("tooltip").allInnerTexts();

  /** Moves the pointer away from every element with a tooltip. */
  const leave = (page: Page) => page.mouse.move(5, 5);

  it("opens after 700 ms, and that of a neighbouring control immediately", async () => {
    const page = await openUsers();
    await button(page, "Edit Ada Lund").hover();
    await page.clock.runFor(690);
    expect(await tips(page)).toEqual([]);
    await page.clock.runFor(20);
    await expect.poll(() => tips(page)).toEqual(["Edit"]);

    await button(page, "Delete Ada Lund").hover();
    await page.clock.runFor(1);
    await expect.poll(() => tips(page)).toContain("Delete");
  });

  it("skips the delay only for 300 ms after another one closed", async () => {
    const page = await openUsers();
    await button(page, "Edit Ada Lund").hover();
    await page.clock.runFor(710);
    await expect.poll(() => tips(page)).toEqual(["Edit"]);
    await leave(page);
    await page.clock.runFor(280);
    await button(page, "Delete Ada Lund").hover();
    await page.clock.runFor(1);
    await expect.poll(() => tips(page)).toContain("Delete");

    await leave(page);
    await page.clock.runFor(320);
    await expect.poll(() => tips(page)).toEqual([]);
    await button(page, "Edit Ada Lund").hover();
    await page.clock.runFor(600);
    expect(await tips(page)).toEqual([]);
    await page.clock.runFor(110);
    await expect.poll(() => tips(page)).toEqual(["Edit"]);
  });

  it("closes when its control is clicked", async () => {
    const page = await openUsers();
    await button(page, "Edit Ada Lund").hover();
    await page.clock.runFor(710);
    await expect.poll(() => tips(page)).toEqual(["Edit"]);
    await page.mouse.down();
    await page.clock.runFor(1_000);
    await expect.poll(() => tips(page)).toEqual([]);
  });

  it("opens with a long press and closes with the next touch", async () => {
    const page = await openUsers();
    const edit = button(page, "Edit Ada Lund");
    const touch = { pointerType: "touch" };
    await edit.dispatchEvent("pointerdown", touch);
    await page.clock.runFor(600);
    await edit.dispatchEvent("pointerup", touch);
    await page.clock.runFor(200);
    expect(await tips(page)).toEqual([]);

    await edit.dispatchEvent("pointerdown", touch);
    await page.clock.runFor(710);
    await edit.dispatchEvent("pointerup", touch);
    await expect.poll(() => tips(page)).toEqual(["Edit"]);
    await page.locator("h1").dispatchEvent("pointerdown", touch);
    await page.clock.runFor(1_000);
    await expect.poll(() => tips(page)).toEqual([]);
  });

  it("opens on keyboard focus and closes with Escape", async () => {
    const { page } = await visitAsAdministrator(e2e, "/admin");
    await button(page, "Edit Ada Lund").focus();
    await page.keyboard.press("Tab");
    await page.getByRole("tooltip", { name: "Delete" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("tooltip").waitFor({ state: "detached" });
  });
});

describe("a toast", () => {
  const toasts = (page: Page) => page.locator("#toasts [data-toast]");

  async function fail(page: Page, key: string) {
    await field(page, "Admin Access Key").fill(key);
    await button(page, "Access Admin Dashboard").click();
  }

  async function openKeyForm() {
    const { page } = await e2e.browser.visit();
    await page.clock.install();
    await page.goto("/auth#admin");
    await field(page, "Admin Access Key").waitFor();
    return page;
  }

  it("is replaced by the next one", async () => {
    const page = await openKeyForm();
    for (const key of ["one", "two", "three"]) {
      await fail(page, key);
      await alertText(page, "Login failed");
      await button(page, "Access Admin Dashboard").waitFor();
    }
    await expect.poll(() => toasts(page).count()).toBe(1);
  });

  it("that is dismissed does not return, and the next one appears", async () => {
    const page = await openKeyForm();
    await fail(page, "one");
    await alertText(page, "Login failed");
    await button(page, "Dismiss").click();
    await expect.poll(() => toasts(page).count()).toBe(0);
    await page.clock.fastForward(1_000_000);
    await expect.poll(() => toasts(page).count()).toBe(0);
    await fail(page, "two");
    await alertText(page, "Login failed");
    await expect.poll(() => toasts(page).count()).toBe(1);
  });

  it("keeps its actions for as long as the focus is in it, and then returns it", async () => {
    await e2e.app.trader({ fullName: "Fay Focus" });
    const { page } = await visitAsAdministrator(e2e, "/admin/users?search=fay");
    await page.clock.install();
    await button(page, "Actions for Fay Focus").click();
    await page.getByRole("menuitem", { name: "Set Breached" }).click();
    await button(page, "Undo").waitFor();
    await button(page, "Actions for Fay Focus").focus();
    await button(page, "Undo").focus();
    await page.clock.runFor(30_000);
    await page.keyboard.press("Enter");
    await page.getByText("User account status changed to pending").waitFor();
    await expectFocusKept(page);

    await button(page, "Actions for Fay Focus").click();
    await page.getByRole("menuitem", { name: "Set Active" }).click();
    await button(page, "Add a reason").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("textbox").fill("Set by mistake");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Reason added").waitFor();
    await expectFocusKept(page);
    await page.clock.runFor(7_000);
    await page.getByText("Reason added").waitFor({ state: "detached" });
  });

  it("stays while another window is in use, and then for half of its time", async () => {
    const page = await openKeyForm();
    await stopClock(page);
    await fail(page, "one");
    const shown = async () => {
      await page.clock.runFor(20);
      return toasts(page).count();
    };
    await expect.poll(shown).toBe(1);
    await page.evaluate('window.dispatchEvent(new Event("blur"))');
    await page.clock.runFor(60_000);
    await expect.poll(() => toasts(page).count()).toBe(1);
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    await page.clock.runFor(5_000);
    await expect.poll(() => toasts(page).count()).toBe(1);
    await page.clock.runFor(1_500);
    await expect.poll(shown).toBe(0);
  });

  it("does not cover the buttons of a dialog", async () => {
    const viewport = { width: 1280, height: 720 };
    const { page } = await visitAsAdministrator(e2e, "/admin", { viewport });
    await button(page, "Add User").click();
    await field(page, "Email").fill("ada@example.com");
    await button(page, "Create User").click();
    await alertText(page, "Create failed");
    const create = (await button(page, "Create User").boundingBox())!;
    const toast = (await toasts(page).boundingBox())!;
    expect(toast.y + toast.height).toBeLessThan(create.y);
  });

  it.each([
    { kind: "a failure", seconds: 12, title: "Login failed" },
    { kind: "a success", seconds: 6, title: "Reset email sent" },
  ])("of $kind stays for $seconds seconds", async ({ kind, seconds, title }) => {
    const page = await openKeyForm();
    await stopClock(page);
    if (kind === "a failure") await fail(page, "one");
    else {
      await page.goto("/forgot-password");
      await field(page, "Email").fill("ada@example.com");
      await button(page, "Send Reset Link").click();
    }
    // Advances the clock a little, because the page shows the toast in several steps.
    const shown = async () => {
      await page.clock.runFor(20);
      return toasts(page).allInnerTexts();
    };
    await expect.poll(shown).toEqual([expect.stringContaining(title)]);
    await page.clock.runFor((seconds - 1) * 1000);
    await expect.poll(() => toasts(page).count()).toBe(1);
    await page.clock.runFor(2000);
    await expect.poll(shown).toEqual([]);
  });
});
