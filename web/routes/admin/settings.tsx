import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { ApprovalPanel } from "../../features/admin-settings/approval-panel.tsx";
import { BrandPanel } from "../../features/admin-settings/brand-panel.tsx";
import { FirmPanel } from "../../features/admin-settings/firm-panel.tsx";
import { MailsPanel } from "../../features/admin-settings/mails-panel.tsx";
import styles from "../../features/admin-settings/settings.module.css";
import {
  AppealsPanel,
  WarningsPanel,
} from "../../features/admin-settings/trader-rights-panels.tsx";
import { TeamPanel } from "../../features/admin-settings/team-panel.tsx";

export const Route = createFileRoute("/admin/settings")({
  component: Settings,
  staticData: { title: "Settings" },
});

/** Shows one panel per section of the settings; on wide screens, the list of emails is next to the others. */
function Settings() {
  return (
    <>
      <PageHeader title="Settings" subtitle="Firm-wide settings; only owners can change them" />
      <div className={styles.sections}>
        <BrandPanel />
        <ApprovalPanel />
        <TeamPanel />
        <FirmPanel />
        <WarningsPanel />
        <AppealsPanel />
        <div className={styles.emails}>
          <MailsPanel />
        </div>
      </div>
    </>
  );
}
