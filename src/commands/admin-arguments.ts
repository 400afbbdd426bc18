import { parseArgs } from "node:util";
import { type Role, roleNames } from "../identity/roles/roles.rule.ts";
import { isId } from "../platform/fields/id.rule.ts";
import { nameText } from "../platform/fields/text.schema.ts";

export type AdminCommand =
  | { task: "help" }
  | { task: "create"; label: string; role: Role }
  | { task: "list" }
  | { task: "revoke"; id: number }
  | { task: "sessions" }
  | { task: "sign-out"; id: number }
  | { task: "remove-second-factor"; id: number };

/** The arguments are invalid; the message explains why. */
export class UsageError extends Error {
  override name = "UsageError";
}

export const usage = `Usage:
  npm run admin -- create --label "Back office"   create an owner and print the access key
  npm run admin -- create --label "Ada" --role risk
                                                  create one with a role: owner, risk, payouts or support
  npm run admin -- list                           list all administrators
  npm run admin -- revoke <id>                    revoke an access key and end its sessions
  npm run admin -- sessions                       list the sessions of all administrators
  npm run admin -- sign-out <id>                  end all sessions of an administrator
  npm run admin -- remove-second-factor <id>      remove a lost second factor; the access key is then enough`;

/** @throws UsageError */
export function parseAdminArguments(args: string[]): AdminCommand {
  const { values, positionals } = parse(args);
  if (values.help) return { task: "help" };
  const [task, ...operands] = positionals;
  if (task === "create" && operands.length === 0) {
    return { task, label: readLabel(values.label), role: readRole(values.role) };
  }
  if (values.label !== undefined && task !== "create")
    throw new UsageError("--label is only valid with create.");
  if (values.role !== undefined && task !== "create")
    throw new UsageError("--role is only valid with create.");
  if ((task === "list" || task === "sessions") && operands.length === 0) return { task };
  if (isTaskWithId(task) && operands.length === 1) return { task, id: readId(operands[0]!) };
  throw new UsageError(describeMistake(task));
}

const tasksWithId = ["revoke", "sign-out", "remove-second-factor"] as const;

function isTaskWithId(task: string | undefined): task is (typeof tasksWithId)[number] {
  return tasksWithId.some((each) => each === task);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        label: { type: "string" },
        role: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    // Drops Node's advice about arguments that start with a dash.
    throw new UsageError(`${(error as Error).message.split(/\.\s/)[0]}.`);
  }
}

function describeMistake(task: string | undefined): string {
  switch (task) {
    case undefined:
      return "Missing command: create, list, revoke, sessions, sign-out or remove-second-factor.";
    case "create":
      return "create only takes --label and --role; quote a label that contains spaces.";
    case "list":
    case "sessions":
      return `${task} takes no arguments.`;
    case "revoke":
    case "sign-out":
    case "remove-second-factor":
      return `${task} takes the id of one administrator, as shown by list.`;
    default:
      return `Unknown command "${task}".`;
  }
}

/** Reads a label, which must fit on one line of a table. */
function readLabel(input: string | undefined): string {
  const label = nameText("").safeParse(input);
  if (label.success) return label.data;
  throw new UsageError('create requires --label "…": one line that names the owner of the key.');
}

/** Reads a role; an owner by default, because anyone who can run this command can do everything. */
function readRole(input = "owner"): Role {
  const role = roleNames.find((name) => name === input);
  if (role) return role;
  throw new UsageError(`--role must be ${roleNames.join(", ")}.`);
}

function readId(input: string): number {
  if (/^\d{1,10}$/.test(input) && isId(Number(input))) return Number(input);
  throw new UsageError(`"${input}" is not a valid administrator id.`);
}
