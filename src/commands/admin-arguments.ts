import { parseArgs } from "node:util";
import { isId } from "../platform/lib/id.schema.ts";
import { requiredText } from "../platform/lib/text.schema.ts";

/** What somebody asks of `npm run admin`. */
export type AdminCommand =
  | { task: "help" }
  | { task: "create"; label: string }
  | { task: "list" }
  | { task: "revoke"; id: number }
  | { task: "sessions" }
  | { task: "sign-out"; id: number };

/** What was typed is not a task; the message says why. */
export class UsageError extends Error {
  override name = "UsageError";
}

export const usage = `Usage:
  npm run admin -- create --label "Back office"   make an administrator and show the access key
  npm run admin -- list                           show all administrators
  npm run admin -- revoke <id>                    end an access key and its sessions
  npm run admin -- sessions                       show where administrators are signed in
  npm run admin -- sign-out <id>                  end all sessions of an administrator`;

/** @throws UsageError */
export function parseAdminArguments(args: string[]): AdminCommand {
  const { values, positionals } = parse(args);
  if (values.help) return { task: "help" };
  const [task, ...operands] = positionals;
  if (task === "create" && operands.length === 0) {
    return { task, label: readLabel(values.label) };
  }
  if (values.label !== undefined && task !== "create")
    throw new UsageError("--label goes with create alone.");
  if ((task === "list" || task === "sessions") && operands.length === 0) return { task };
  if ((task === "revoke" || task === "sign-out") && operands.length === 1) {
    return { task, id: readId(operands[0]!) };
  }
  throw new UsageError(complaint(task));
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { label: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    // Node goes on with advice about arguments that start with a dash.
    throw new UsageError(`${(error as Error).message.split(/\.\s/)[0]}.`);
  }
}

function complaint(task: string | undefined): string {
  switch (task) {
    case undefined:
      return "Say what to do: create, list, revoke, sessions or sign-out.";
    case "create":
      return "create takes nothing but --label; put a label of several words in quotes.";
    case "list":
    case "sessions":
      return `${task} takes nothing.`;
    case "revoke":
    case "sign-out":
      return `${task} takes the id of one administrator, as list shows it.`;
    default:
      return `There is no command "${task}".`;
  }
}

/** Labels are for reading in a list, so they stay on one line. */
function readLabel(typed: string | undefined): string {
  const label = requiredText("").safeParse(typed);
  if (label.success && !/\p{Cc}/u.test(label.data)) return label.data;
  throw new UsageError('create needs --label "…": one line that says whom the key is for.');
}

function readId(typed: string): number {
  if (/^\d{1,10}$/.test(typed) && isId(Number(typed))) return Number(typed);
  throw new UsageError(`"${typed}" is not the id of an administrator.`);
}
