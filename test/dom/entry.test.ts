import { expect, it } from "vitest";
import { multipart } from "../support/pdf.ts";
import { button, dialog, field, startDom, visitAsAdministrator } from "./support/dom-app.ts";

const dom = startDom();

const facts = {
  legalName: "Olivia Anne Bennett",
  birthDate: "1990-02-28",
  country: "uk",
  city: "London",
  street: "Mill Street",
  houseNumber: "12",
  documentKind: "passport",
};

const picture = multipart([
  { name: "side", value: "front" },
  {
    name: "file",
    filename: "a.png",
    type: "image/png",
    value: Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
  },
]);

it("a trader saves the details of their identity, and sends it", async () => {
  const owner = await dom.app.administrator();
  await owner.patch("/api/admin/settings/identity", { pictures: ["selfie"] });
  const { page } = await dom.trader();
  await page.goto("/identity");
  await field(page, "Legal Name").fill(facts.legalName);
  await field(page, "Date of Birth").fill(facts.birthDate);
  await field(page, "City").fill(facts.city);
  await field(page, "Street").fill(facts.street);
  await field(page, "House Number").fill(facts.houseNumber);
  await button(page, "Save Details").click();
  await page.getByText("Front of the document, Selfie").waitFor();
  await owner.patch("/api/admin/settings/identity", { pictures: [] });
  await page.caller.send({ method: "POST", url: "/api/user/identity/files", ...picture });
  await button(page, "Send Identity").click();
  await page.getByText("Your identity is being checked").waitFor();
});

it("a trader reads and accepts an agreement that an owner has added", async () => {
  const { page: owner } = await visitAsAdministrator(dom, "/admin/agreements");
  await button(owner, "Add Agreement").click();
  const opened = dialog(owner, "Add Agreement");
  await field(opened, "Name").fill("House Rules");
  await field(opened, "Text").fill("# Rules\n\nNo *sharing*.");
  await button(opened, "Add Agreement").click();
  await opened.waitFor({ state: "detached" });
  await owner.getByText("House Rules").waitFor();
  const { page } = await dom.trader();
  await page.goto("/agreements");
  await button(page, "Accept House Rules").click();
  await page.getByText("Print your copy").waitFor();
});

it("an administrator rejects an identity with a reason", async () => {
  const trader = await dom.app.trader();
  await trader.put("/api/user/identity", facts);
  await trader.send({ method: "POST", url: "/api/user/identity/files", ...picture });
  await trader.post("/api/user/identity/submit");
  const { id } = (await trader.get("/api/user/identity")).json<{ id: number }>();
  const { page } = await visitAsAdministrator(dom, `/admin/identities?identity=${id}`);
  await button(page, "Reject").click();
  const opened = dialog(page, "Reject Identity");
  await field(opened, "Reason").fill("Cut off");
  await button(opened, "Reject Identity").click();
  await opened.waitFor({ state: "detached" });
  await expect
    .poll(async () => (await trader.get("/api/user/identity")).json<object>())
    .toMatchObject({ status: "rejected", reason: "Cut off" });
});
