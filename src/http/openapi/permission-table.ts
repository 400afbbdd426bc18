import type { Permission } from "../../calls/guards.ts";
import {
  abilities,
  type Ability,
  abilityNames,
  mayDo,
  type Role,
  roleNames,
  rolesWith,
} from "../../identity/roles/roles.rule.ts";
import { procedures } from "../app-router.ts";
import { routes } from "../routes.ts";

const callers: Record<Permission, string> = {
  anyone: "anyone",
  trader: "signed-in traders, about their own records",
  administrator: "administrators",
  owner: "the trader who owns the record, and administrators",
  token: "API tokens",
};

const heading = `# Permissions

Generated from the declarations of the calls by \`npm run openapi\`; do not edit. Calls by banned traders are rejected if they require a session. An API token is only accepted by calls with a scope that it has.
For administrators, _Roles_ names the ability that a call requires and the roles that have it.
`;

const rolesHeading = `## Roles

The abilities of \`src/identity/roles/roles.rule.ts\`, which \`/admin/team\` also shows. A new role takes effect with the
next call of open sessions. API tokens have scopes instead.
`;

/**
 * Renders a table of the calls under `/api`, with who may make them, and a table of the roles, as Markdown in
 * Prettier's format.
 */
export function renderPermissions(): string {
  const rows = [
    ["Call", "REST", "Who may call", "Roles", "API token scope"],
    ...procedures.map(({ name, meta }) => [
      `\`${name}\``,
      address(meta.rest),
      callers[meta.permission],
      describeRoles(meta.ability),
      code(meta.scope),
    ]),
    ...routes.map(({ name, rest, permission, ability, scope, orScope }) => [
      name,
      address(rest),
      callers[permission],
      describeRoles(ability),
      [scope, orScope].map(code).filter(Boolean).join(" or "),
    ]),
  ];
  return `${heading}\n${renderTable(rows)}\n${rolesHeading}\n${renderRoles()}`;
}

function renderRoles(): string {
  const has = (role: Role, ability: Ability) => (mayDo(role, ability) ? "yes" : "");
  return renderTable([
    ["Ability", "May", ...roleNames],
    ...abilityNames.map((ability) => [
      code(ability),
      abilities[ability].words,
      ...roleNames.map((role) => has(role, ability)),
    ]),
  ]);
}

/** @param rows the first one is the header */
function renderTable(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const [head, ...body] = rows.map((row) => line(row.map((cell, i) => cell.padEnd(widths[i]!))));
  return `${[head, line(widths.map((width) => "-".repeat(width))), ...body].join("\n")}\n`;
}

function describeRoles(ability: Ability | undefined): string {
  if (!ability) return "";
  const allowed = rolesWith(ability);
  return `${code(ability)}: ${allowed.length === roleNames.length ? "all" : allowed.join(", ")}`;
}

function address(rest: string | undefined): string {
  return code(rest?.replace(" ", " /api"));
}

function code(text: string | undefined): string {
  return text ? `\`${text}\`` : "";
}
