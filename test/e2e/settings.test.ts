import { describe, expect, it } from "vitest";
import { PASSWORD } from "../support/app.ts";
import { alertText, button, field, setStage } from "../support/stage.ts";

const stage = setStage();

describe("the profile", () => {
  it("saves what was changed, once something was", async () => {
    const { page } = await stage.trader();
    await page.goto("/settings");
    await page.getByRole("heading", { name: "Account Settings" }).waitFor();
    expect(await button(page, "Save Changes").isDisabled()).toBe(true);
    await field(page, "City").fill("Leeds");
    await field(page, "Country").selectOption("Germany");
    await button(page, "Save Changes").click();
    expect(await alertText(page, "Profile updated", "status")).toEqual([
      "Profile updated",
      "Your profile has been updated successfully.",
    ]);
    expect(await button(page, "Save Changes").isDisabled()).toBe(true);
    await page.reload();
    expect(await field(page, "City").inputValue()).toBe("Leeds");
    expect(await field(page, "Country").inputValue()).toBe("de");
  });

  it("shows the full name without letting it be changed", async () => {
    const { page } = await stage.trader();
    await page.goto("/settings");
    const name = field(page, "Full Name");
    expect(await name.inputValue()).toBe("Olivia Bennett");
    expect(await name.isEditable()).toBe(false);
    await page.getByText("Your name cannot be changed").waitFor();
  });

  it("takes changes back with Cancel", async () => {
    const { page } = await stage.trader();
    await page.goto("/settings");
    await field(page, "Street").fill("Elsewhere");
    await button(page, "Cancel").first().click();
    expect(await field(page, "Street").inputValue()).toBe("Mill Street");
    expect(await button(page, "Save Changes").isDisabled()).toBe(true);
  });

  it("refuses an email that is none, or another trader's", async () => {
    const other = await stage.app.trader();
    const { page } = await stage.trader();
    await page.goto("/settings");
    await field(page, "Email").fill("olivia at example");
    await button(page, "Save Changes").click();
    await page.getByText("Please enter a valid email", { exact: true }).waitFor();
    await field(page, "Email").fill(other.email);
    await button(page, "Save Changes").click();
    expect((await alertText(page, "Update failed"))[0]).toBe("Update failed");
    expect(await field(page, "Email").inputValue()).toBe(other.email);
  });
});

describe("the password", () => {
  it("is changed against the current one", async () => {
    const { page } = await stage.trader();
    await page.goto("/settings");
    await button(page, "Update Password").click();
    await page.getByText("Current password is required").waitFor();
    await page.getByText("New password must be at least 8 characters").waitFor();
    await page.getByText("Please confirm your password").waitFor();

    await field(page, "Current Password").fill("not the password");
    await field(page, "New Password").fill("a new password");
    await field(page, "Confirm New Password").fill("another password");
    await button(page, "Update Password").click();
    await page.getByText("Passwords do not match").waitFor();

    await field(page, "Confirm New Password").fill("a new password");
    await button(page, "Update Password").click();
    expect(await alertText(page, "Update failed")).toEqual([
      "Update failed",
      "Current password is incorrect",
    ]);

    await field(page, "Current Password").fill(PASSWORD);
    await button(page, "Update Password").click();
    expect(await alertText(page, "Password updated", "status")).toEqual([
      "Password updated",
      "Your password has been updated successfully.",
    ]);
    expect(await field(page, "New Password").inputValue()).toBe("");
  });
});
