import type { Permission } from "../identity/calls/guards.ts";
import { procedures } from "./app-router.ts";
import { routes } from "./routes.ts";

const callers: Record<Permission, string> = {
  anyone: "anyone",
  trader: "signed-in traders, about their own records",
  administrator: "administrators",
  owner: "the trader who owns the record, and administrators",
  token: "API tokens",
};

const heading = `# Permissions

Generated from the declarations of the calls by \`npm run openapi\`; do not edit. A trader who is banned is
refused wherever a session is required. An API token is accepted only by calls with a scope, if it has that scope.
`;

/** The table of all calls under \`/api\` and who may make them, as Markdown that Prettier leaves as it is. */
export function renderPermissions(): string {
  const rows = [
    ["Call", "REST", "Who may call", "API token scope"],
    ...procedures.map(({ name, meta }) => [
      `\`${name}\``,
      address(meta.rest),
      callers[meta.permission],
      code(meta.scope),
    ]),
    ...routes.map(({ name, rest, permission, scope }) => [
      name,
      address(rest),
      callers[permission],
      code(scope),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const [head, ...body] = rows.map((row) => line(row.map((cell, i) => cell.padEnd(widths[i]!))));
  return `${heading}\n${[head, line(widths.map((width) => "-".repeat(width))), ...body].join("\n")}\n`;
}

function address(rest: string | undefined): string {
  return code(rest?.replace(" ", " /api"));
}

function code(text: string | undefined): string {
  return text ? `\`${text}\`` : "";
}
