import { beforeAll, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { expectAccessibleInBothThemes } from "../support/browser.ts";
import { button, field, startE2e, visitAsAdministrator } from "../support/browser-app.ts";

const e2e = startE2e();
const pending: number[] = [];
let trader: { id: number };

const account = { status: "active", payoutEnabled: true, balance: "90000.00", login: "7001" };

beforeAll(async () => {
  const ada = await e2e.app.trader({ fullName: "Ada Lund", email: "ada@example.com" });
  trader = ada;
  await e2e.administrator.patch(`/api/admin/user/${ada.id}/account`, account);
  for (let count = 0; count < 20; count += 1) {
    const body = { amount: "100.00", paymentMethod: "paypal", paymentDetails: "ada@example.com" };
    pending.push((await ada.post("/api/user/payouts", body)).json<{ id: number }>().id);
  }
});

async function choose(page: Page, opener: string, action: string) {
  await button(page, opener).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: action, exact: true }).focus();
  await page.keyboard.press("Enter");
}

async function press(page: Page, name: string) {
  await button(page, name).focus();
  await page.keyboard.press("Enter");
}

const fromRow = (action: string) => (page: Page) => choose(page, "Actions for Ada Lund", action);

async function openDetails(page: Page) {
  await fromRow("View Full Details")(page);
  await page.getByRole("dialog", { name: "User Details" }).getByText("Joined").waitFor();
}

/** Opens the dialog with this button of the details. */
const fromDetails = (name: string) => ({
  first: openDetails,
  open: (page: Page) => press(page, name),
});

const pdf = {
  name: "certificate.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
};

interface SentCase {
  fill?: (page: Page) => Promise<void>;
  submit: string;
  call: string;
}

interface DialogCase {
  title: string;
  from: string;
  /** Opens what has the control that opens the dialog. */
  first?: (page: Page) => Promise<void>;
  /** Opens the dialog with the keyboard only. */
  open: (page: Page) => Promise<void>;
  /** The name of the control that has the focus after closing. */
  opener: string | (() => string);
  /** The name of its first button. */
  close?: string;
  send?: SentCase;
}

const request = (index: number) => `request #${pending[index]}`;

const dialogs: DialogCase[] = [
  {
    title: "Add User",
    from: "/admin",
    open: (page) => press(page, "Add User"),
    opener: "Add User",
    send: {
      fill: (page) => field(page, "Email").fill("new@example.com"),
      submit: "Create User",
      call: "admin.users.createWithAccount",
    },
  },
  {
    title: "Edit User",
    from: "/admin",
    open: (page) => press(page, "Edit Ada Lund"),
    opener: "Edit Ada Lund",
    send: {
      fill: (page) => field(page, "Balance").fill("90001"),
      submit: "Save Changes",
      call: "admin.users.updateWithAccount",
    },
  },
  {
    title: "Delete User",
    from: "/admin",
    open: (page) => press(page, "Delete Ada Lund"),
    opener: "Delete Ada Lund",
    // Not submitted, because the other cases need Ada; admin-tabs.test.ts tests the deletion.
  },
  {
    title: "Approve Payout",
    from: "/admin#payouts",
    open: (page) => press(page, `Approve ${request(0)}`),
    opener: () => `Approve ${request(0)}`,
    send: { submit: "Approve", call: "admin.payouts.decide" },
  },
  {
    title: "Reject Payout",
    from: "/admin#payouts",
    open: (page) => press(page, `Reject ${request(1)}`),
    opener: () => `Reject ${request(1)}`,
    send: {
      fill: (page) => field(page, "Admin Notes").fill("Not yours"),
      submit: "Reject",
      call: "admin.payouts.decide",
    },
  },
  {
    title: "Approve Payout",
    from: "/admin/payouts",
    open: (page) => choose(page, `Actions for ${request(2)}`, "Approve"),
    opener: () => `Actions for ${request(2)}`,
    send: { submit: "Approve", call: "admin.payouts.decide" },
  },
  {
    title: "Reject Payout",
    from: "/admin/payouts",
    open: (page) => choose(page, `Actions for ${request(3)}`, "Reject"),
    opener: () => `Actions for ${request(3)}`,
    send: {
      fill: (page) => field(page, "Admin Notes").fill("Not yours"),
      submit: "Reject",
      call: "admin.payouts.decide",
    },
  },
  {
    title: "User Details",
    from: "/admin/users",
    open: fromRow("View Full Details"),
    opener: "Actions for Ada Lund",
    close: "Close",
  },
  {
    title: "Edit User",
    from: "/admin/users",
    open: fromRow("Edit User Details"),
    opener: "Actions for Ada Lund",
    send: {
      fill: (page) => field(page, "Balance").fill("90002"),
      submit: "Save Changes",
      call: "admin.users.updateWithAccount",
    },
  },
  {
    title: "Edit User",
    from: "/admin/users",
    ...fromDetails("Edit User"),
    opener: "Edit User",
  },
  {
    title: "Edit Trading Account",
    from: "/admin/users",
    ...fromDetails("Edit trading account"),
    opener: "Edit trading account",
    send: {
      fill: (page) => field(page, "Phase").fill("Funded"),
      submit: "Save Changes",
      call: "admin.accounts.update",
    },
  },
  {
    title: "Edit Risk Metrics",
    from: "/admin/users",
    ...fromDetails("Edit risk metrics"),
    opener: "Edit risk metrics",
    send: {
      fill: (page) => field(page, "Profit Target").fill("$2500"),
      submit: "Save Changes",
      call: "admin.accounts.update",
    },
  },
  {
    title: "Upload Certificate",
    from: "/admin/users",
    ...fromDetails("Upload Certificate"),
    opener: "Upload Certificate",
    send: {
      fill: async (page) => {
        await field(page, "Certificate Name").fill("Phase 1 completed");
        await page.getByLabel("Certificate PDF").setInputFiles(pdf);
      },
      submit: "Upload",
      call: "/api/admin/certificates",
    },
  },
  {
    title: "Ban User",
    from: "/admin/users",
    open: fromRow("Ban User"),
    opener: "Actions for Ada Lund",
    send: {
      fill: (page) => field(page, "Reason").fill("Copy trading"),
      submit: "Ban User",
      call: "admin.users.ban",
    },
  },
];

/** The topmost dialog as an expression for the page, because the tests have no DOM types. */
const onTop = `[...document.querySelectorAll("[role=dialog]")].at(-1)`;
const holdsTheFocus = `${onTop}.contains(document.activeElement)`;
const scrollsSideways = `[${onTop}, ...${onTop}.querySelectorAll("*")].some(
  (part) =>
    part.clientWidth > 0 &&
    part.scrollWidth > part.clientWidth &&
    /auto|scroll/.test(getComputedStyle(part).overflowX),
)`;

const large = { width: 1280, height: 720 };
const otherSizes = [
  { width: 360, height: 640 },
  // The size of a large window at 200 %.
  { width: 720, height: 450 },
];

async function openDialog(page: Page, { title, open }: DialogCase): Promise<Locator> {
  await open(page);
  const dialog = page.getByRole("dialog", { name: title, exact: true });
  await dialog.waitFor();
  await expect.poll(() => dialog.locator('[aria-busy="true"]').count()).toBe(0);
  return dialog;
}

async function expectFocusTrapped(page: Page, dialog: Locator): Promise<void> {
  const controls = await dialog.getByRole("button").count();
  for (let step = 0; step < controls + 14; step += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(holdsTheFocus), `after ${step + 1} tabs`).toBe(true);
  }
}

async function expectFocusOn(page: Page, opener: string): Promise<void> {
  const focused = page.locator(":focus");
  await expect.poll(() => focused.count()).toBe(1);
  const name = (await focused.getAttribute("aria-label")) ?? (await focused.innerText());
  expect(name).toBe(opener);
}

async function expectToFit(page: Page, dialog: Locator, close: string): Promise<void> {
  for (const viewport of otherSizes) {
    await page.setViewportSize(viewport);
    const box = (await dialog.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
    const footer = (await dialog.getByRole("button", { name: close, exact: true }).boundingBox())!;
    expect(footer.y + footer.height).toBeLessThanOrEqual(viewport.height);
    expect(await page.evaluate(scrollsSideways)).toBe(false);
  }
  await page.setViewportSize(large);
}

async function expectSentOnce(page: Page, dialog: Locator, { fill, submit, call }: SentCase) {
  await fill?.(page);
  let sent = 0;
  const held = Promise.withResolvers<void>();
  await page.route(`**${call.startsWith("/") ? "" : "/"}${call}`, async (route) => {
    sent += 1;
    await held.promise;
    await route.continue();
  });
  await dialog.getByRole("button", { name: submit, exact: true }).dblclick();
  await expect.poll(() => sent).toBe(1);
  await page.keyboard.press("Enter");
  held.resolve();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("status").filter({ visible: true }).first().waitFor();
  expect(sent).toBe(1);
}

// All checks of a dialog use one page, because loading it takes longer than a check.
it.each(dialogs)(
  "$title, from $from, is accessible, traps and returns the focus, fits, and is sent once",
  async (asked) => {
    const { opener, close = "Cancel", send } = asked;
    const { page } = await visitAsAdministrator(e2e, asked.from, { viewport: large });
    await page.getByRole("gridcell").first().waitFor();
    await asked.first?.(page);
    const dialog = await openDialog(page, asked);
    await expectAccessibleInBothThemes(page);
    await expectFocusTrapped(page, dialog);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocusOn(page, typeof opener === "string" ? opener : opener());

    await openDialog(page, asked);
    await expectToFit(page, dialog, close);
    if (send) await expectSentOnce(page, dialog, send);
  },
);

it("stays open with its input on a click outside", async () => {
  const { page } = await visitAsAdministrator(e2e, "/admin");
  await button(page, "Add User").click();
  await field(page, "Full Name").fill("Half Typed");
  await page.mouse.click(5, 400);
  await page.getByRole("dialog", { name: "Add User" }).waitFor();
  await expect.poll(() => field(page, "Full Name").inputValue()).toBe("Half Typed");
});

it("the status is set once for a double click in the menu", async () => {
  await e2e.administrator.patch(`/api/admin/user/${trader.id}/ban`, { banned: false });
  const { page } = await visitAsAdministrator(e2e, "/admin/users?search=Ada");
  let sent = 0;
  page.on("request", (asked) => (sent += Number(asked.url().includes("admin.accounts.update"))));
  await button(page, "Actions for Ada Lund").click();
  await page.getByRole("menuitem", { name: "Set Under Review" }).dblclick();
  await page.getByText("User account status changed to under-review").waitFor();
  expect(sent).toBe(1);
});
