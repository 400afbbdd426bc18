import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { ApprovalPanel } from "../../features/admin-settings/approval-panel.tsx";
import { BrandPanel } from "../../features/admin-settings/brand-panel.tsx";
import { MailsPanel } from "../../features/admin-settings/mails-panel.tsx";
import { TeamPanel } from "../../features/admin-settings/team-panel.tsx";

export const Route = createFileRoute("/admin/settings")({
  component: Settings,
  staticData: { title: "Settings" },
});

/** Shows one panel per section of the settings. */
function Settings() {
  return (
    <>
      <PageHeader title="Settings" subtitle="Firm-wide settings; only owners can change them" />
      <Stack isNarrow>
        <BrandPanel />
        <MailsPanel />
        <ApprovalPanel />
        <TeamPanel />
      </Stack>
    </>
  );
}
