import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { PASSWORD, registration } from "../app.ts";
import { isActive, type Writing } from "./writing.ts";

/** Returns whether a trader is one of those who are deleted. */
export const isDeletedLater = (id: number): boolean => id % 7 === 0;

/** Register, invite, ban and delete traders, change their passwords, sign in and out, and send invalid registrations. */
export function traderWriters(writing: Writing) {
  const { administrator, target, writes } = writing;

  async function register() {
    const person = target.visitor();
    const sent = registration();
    const response = await writing.send(person.post("/api/register", sent));
    if (response?.status !== 201) return;
    const { id } = response.json<{ id: number }>();
    const account = `/api/admin/user/${id}/account`;
    await writing.send(administrator.patch(account, { payoutEnabled: true }));
    writes.addTrader(id, sent.email, PASSWORD, person);
  }

  async function invite() {
    const { email } = registration();
    const response = await writing.send(administrator.post("/api/admin/users", { email }));
    if (response?.status === 201) writes.addTrader(response.json<{ id: number }>().id, email, "");
  }

  async function registerInvalid() {
    const sent = registration({ password: "short" });
    const response = await writing.send(target.visitor().post("/api/register", sent));
    if (response?.status === 400) writes.rejectedEmails.add(sent.email);
    await sleep(20);
  }

  const setMasterPassword = () =>
    writing.withTrader(
      () => true,
      async ({ id, masterPassword }) => {
        const value = `master ${randomUUID()}`;
        await writing.change(masterPassword, value, () =>
          administrator.patch(`/api/admin/user/${id}/account`, { masterPassword: value }),
        );
      },
    );

  const banOrUnban = () =>
    writing.withTrader(
      ({ id }) => id % 3 === 0,
      async (trader) => {
        const { id, banned } = trader;
        const value = !banned.known;
        // Lifting a ban does not restore sessions.
        if (!value) trader.person = undefined;
        await writing.change(banned, value, () =>
          administrator.patch(`/api/admin/user/${id}/ban`, {
            banned: value,
            ...(value && { banReason: "Copy trading" }),
          }),
        );
      },
    );

  const remove = () =>
    writing.withTrader(
      ({ id }) => isDeletedLater(id),
      async ({ id, deleted }) => {
        await writing.change(deleted, true, () => administrator.delete(`/api/admin/user/${id}`));
        const files = [...writes.certificates.values()].filter(({ traderId }) => traderId === id);
        if (!deleted.isCertain) writes.orphanFiles += files.length;
      },
    );

  const changePassword = () =>
    writing.withTrader(
      (trader) => isActive(trader) && trader.id % 2 === 0,
      async ({ password, person }) => {
        // Unique, because a repeated password would match several candidates.
        const newPassword = `another horse ${randomUUID()}`;
        const currentPassword = password.known;
        const body = { currentPassword, newPassword, confirmPassword: newPassword };
        await writing.change(password, newPassword, () =>
          person!.post("/api/user/change-password", body),
        );
      },
    );

  const signInAndOut = () =>
    writing.withTrader(isActive, async ({ email, password }) => {
      const person = target.visitor();
      const credentials = { email, password: password.known };
      const signedIn = await writing.send(person.post("/api/login", credentials));
      if (signedIn?.status !== 200) return;
      const kept = person.copy();
      const response = await writing.send(person.post("/api/logout"));
      if (response?.status === 200) writes.signedOut.push(kept);
    });

  return {
    register,
    invite,
    registerInvalid,
    setMasterPassword,
    banOrUnban,
    remove,
    changePassword,
    signInAndOut,
  };
}
