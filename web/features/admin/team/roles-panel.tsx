import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import {
  type Ability,
  abilities,
  abilityNames,
  mayDo,
  type Role,
  roleNames,
  roles,
} from "../../../../src/identity/roles/roles.rule.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: "Owner",
  risk: "Risk",
  payouts: "Payouts",
  support: "Support",
};

/** What each role is for, and the table that every call is checked against. */
export function RolesPanel() {
  return (
    <Panel
      title="Roles"
      subtitle="What each role may do. A change of role takes effect immediately."
    >
      <Box component="dl" sx={rolesLook}>
        {roleNames.map((role) => (
          <div key={role}>
            <Box component="dt" sx={{ fontWeight: 550 }}>
              {roleLabels[role]}
            </Box>
            <Typography component="dd" variant="body2" color="textSecondary">
              {roles[role]}
            </Typography>
          </div>
        ))}
      </Box>
      <section aria-label="Abilities by role">
        <Table
          name="Abilities by role"
          columns={columns}
          rows={abilityNames}
          rowKey={(ability) => ability}
        />
      </section>
    </Panel>
  );
}

const rolesLook = {
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 13rem), 1fr))",
  gap: "1rem 1.5rem",
  marginBlockEnd: 2.5,
};

const columns: Column<Ability>[] = [
  { title: "May", card: "start", isHeader: true, cell: (ability) => abilities[ability].words },
  ...roleNames.map((role) => ({
    title: roleLabels[role],
    cell: (ability: Ability) => <Mark role={role} isAllowed={mayDo(role, ability)} />,
  })),
];

/** From this width, the names of the roles are the table's header; below, each row names those that may. */
const TABLE = "@media (width >= 768px)";

function Mark({ role, isAllowed }: { role: Role; isAllowed: boolean }) {
  return (
    <>
      <Box
        aria-hidden="true"
        sx={{
          display: "none",
          color: isAllowed ? "var(--green)" : "text.secondary",
          [TABLE]: { display: "block" },
        }}
      >
        {isAllowed ? <Icon name="check" size={16} /> : "–"}
      </Box>
      <span className="visually-hidden">{isAllowed ? "Yes" : "No"}</span>
      {isAllowed ? (
        <Box component="span" aria-hidden="true" sx={{ [TABLE]: { display: "none" } }}>
          {roleLabels[role]}
        </Box>
      ) : null}
    </>
  );
}
