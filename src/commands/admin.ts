import { CommandError } from "../platform/errors.ts";
import { formatTable, runCommand, runCommandOnExistingData } from "./run-command.ts";
import { commandLine } from "../identity/audit/record-event.ts";
import { connectDatabase, inTransaction } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { systemClock } from "../platform/time/clock.ts";
import { type AdminCommand, parseAdminArguments, usage, UsageError } from "./admin-arguments.ts";
import {
  createAdministrator,
  isAccessKeyOf,
  listAdministrators,
  listAdministratorSessions,
  revokeAdministrator,
  signOutAdministrator,
} from "../identity/team/administrators.ts";
import { Administrator } from "../identity/team/administrator.entity.ts";
import { removeFactorsOfAdministrator } from "../identity/second-factor/change-factor.ts";
import type { Role } from "../identity/roles/roles.rule.ts";
import { entities } from "../entities.ts";

type Administrators = Parameters<typeof createAdministrator>[0];

async function create(administrators: Administrators, label: string, role: Role): Promise<string> {
  const key = await createAdministrator(administrators, label, role);
  return `Administrator access key: ${key}\nStore the key: it is not shown again.`;
}

async function list(administrators: Administrators): Promise<string> {
  const rows = await listAdministrators(administrators);
  if (rows.length === 0) return "There are no administrators yet.";
  const day = (timestamp: string) => new Date(timestamp).toISOString().slice(0, 10);
  return formatTable([
    ["ID", "CREATED", "ROLE", "STATUS", "LABEL"],
    ...rows.map(({ id, label, role, createdAt, revokedAt }) => [
      String(id),
      day(createdAt),
      role,
      revokedAt ? `revoked ${day(revokedAt)}` : "active",
      label,
    ]),
  ]);
}

async function listSessions(administrators: Administrators): Promise<string> {
  const rows = await listAdministratorSessions(administrators);
  if (rows.length === 0) return "No administrator is signed in.";
  return formatTable([
    ["ID", "LAST SEEN (UTC)", "ADDRESS", "DEVICE", "LABEL"],
    ...rows.map(({ id, lastSeenAt, address, device, label }) => [
      String(id),
      new Date(lastSeenAt).toISOString().slice(0, 16).replace("T", " "),
      address ?? "unknown",
      device,
      label,
    ]),
  ]);
}

async function signOut(administrators: Administrators, id: number): Promise<string> {
  const ended = await signOutAdministrator(administrators, id);
  if (ended === undefined) {
    throw new CommandError(`No administrator has the id ${id}.`);
  }
  return `Ended ${ended} ${ended === 1 ? "session" : "sessions"}.`;
}

async function removeSecondFactor(administrators: Administrators, id: number): Promise<string> {
  const removed = await inTransaction(administrators.database, async (transaction) => {
    const administrator = await transaction.findOne(Administrator, { id });
    if (!administrator) throw new CommandError(`No administrator has the id ${id}.`);
    const { label } = administrator;
    return removeFactorsOfAdministrator(administrators, transaction, commandLine, { id, label });
  });
  if (!removed) return "This administrator has no second factor.";
  return "Removed the second factor, and ended all sessions. The access key alone is now enough to sign in.";
}

/** @param configuredKey the value of `ADMIN_ACCESS_KEY` */
async function revoke(
  administrators: Administrators,
  id: number,
  configuredKey: string | undefined,
): Promise<string> {
  if (!(await revokeAdministrator(administrators, id))) {
    throw new CommandError(`No administrator has the id ${id}.`);
  }
  const rows = await listAdministrators(administrators);
  const revoked = rows.find((row) => row.id === id);
  const lines = [`Revoked the access key of "${revoked?.label}".`];
  if (configuredKey && (await isAccessKeyOf(administrators, id, configuredKey))) {
    lines.push("ADMIN_ACCESS_KEY is set to this key, so the next start makes it valid again.");
  }
  const left = rows.filter(({ revokedAt }) => revokedAt === null);
  if (left.length === 0) lines.push("No administrator is left: add one with create.");
  else if (left.every(({ role }) => role !== "owner"))
    lines.push("No owner is left: add one with create.");
  return lines.join("\n");
}

async function execute(
  task: Exclude<AdminCommand, { task: "help" }>,
  databaseUrl: string,
  configuredKey: string | undefined,
): Promise<string> {
  const database = await connectDatabase(databaseUrl, entities);
  const administrators = { database, clock: systemClock };
  try {
    // The command may run before the first start.
    await migrate(database);
    if (task.task === "create") return await create(administrators, task.label, task.role);
    if (task.task === "revoke") return await revoke(administrators, task.id, configuredKey);
    if (task.task === "sessions") return await listSessions(administrators);
    if (task.task === "sign-out") return await signOut(administrators, task.id);
    if (task.task === "remove-second-factor")
      return await removeSecondFactor(administrators, task.id);
    return await list(administrators);
  } finally {
    await database.orm.close(true);
  }
}

/** `npm run admin`: creates, lists and revokes administrators; the app may be running. */
async function main(): Promise<void> {
  try {
    const task = parseAdminArguments(process.argv.slice(2));
    if (task.task === "help") process.stdout.write(`${usage}\n`);
    else
      await (task.task === "create" ? runCommand : runCommandOnExistingData)(
        ({ config, databaseUrl }) => execute(task, databaseUrl, config.adminAccessKey),
      );
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exitCode = 1;
  }
}

await main();
