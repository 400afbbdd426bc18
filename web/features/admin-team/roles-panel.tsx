import {
  abilities,
  abilityNames,
  mayDo,
  type Role,
  roleNames,
  roles,
} from "../../../src/identity/roles/roles.rule.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import styles from "./team.module.css";

// The roles are redundant only until the style sheet puts the marks of a row below its words:
// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role

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
      <dl className={styles.roles}>
        {roleNames.map((role) => (
          <div key={role}>
            <dt>{roleLabels[role]}</dt>
            <dd>{roles[role]}</dd>
          </div>
        ))}
      </dl>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- to scroll by keyboard */}
      <div role="region" aria-label="Abilities by role" tabIndex={0} className={styles.scroll}>
        <table role="table" className={styles.matrix}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                May
              </th>
              {roleNames.map((role) => (
                <th key={role} role="columnheader" scope="col">
                  {roleLabels[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {abilityNames.map((ability) => (
              <tr key={ability} role="row">
                <th role="rowheader" scope="row">
                  {abilities[ability].words}
                </th>
                {roleNames.map((role) => (
                  <td key={role} role="cell">
                    <Mark isAllowed={mayDo(role, ability)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Mark({ isAllowed }: { isAllowed: boolean }) {
  return isAllowed ? (
    <span className={styles.yes}>
      <Icon name="check" size={16} />
      <span className="visually-hidden">Yes</span>
    </span>
  ) : (
    <span className={styles.no}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">No</span>
    </span>
  );
}
