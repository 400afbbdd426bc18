import Box from "@mui/material/Box";
import { createFileRoute } from "@tanstack/react-router";
import { Dialogs, type DialogSearch } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { BrandPanel } from "../../features/admin/settings/brand-panel.tsx";
import { EnforcementPanel } from "../../features/admin/settings/enforcement-panel.tsx";
import { GatesPanel } from "../../features/admin/settings/gates-panel.tsx";
import { IdentityPanel } from "../../features/admin/settings/identity-panel.tsx";
import { LinksPanel } from "../../features/admin/settings/links-panel.tsx";
import { MailsPanel } from "../../features/admin/settings/mails-panel.tsx";
import { settingsDialogs } from "../../features/admin/settings/settings-dialogs.ts";
import {
  AppealsPanel,
  ApprovalPanel,
  FirmPanel,
  TeamPanel,
  WarningsPanel,
} from "../../features/admin/settings/settings-panels.tsx";

export const Route = createFileRoute("/admin/settings")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof settingsDialogs> => raw,
  component: Settings,
  staticData: { title: "Settings" },
});

/** Shows one panel per section of the settings; on wide screens, the list of emails is next to the others. */
function Settings() {
  return (
    <>
      <PageHeader title="Settings" subtitle="Firm-wide settings; only owners can change them" />
      <Box sx={sectionsLook}>
        <BrandPanel />
        <ApprovalPanel />
        <TeamPanel />
        <FirmPanel />
        <WarningsPanel />
        <AppealsPanel />
        <GatesPanel />
        <IdentityPanel />
        <Box sx={{ gridArea: { lg: "1 / 2 / span 8" } }}>
          <MailsPanel />
        </Box>
        <Box sx={{ gridColumn: { lg: "1 / -1" } }}>
          <LinksPanel />
        </Box>
        <Box sx={{ gridColumn: { lg: "1 / -1" } }}>
          <EnforcementPanel />
        </Box>
      </Box>
      <Dialogs of={settingsDialogs} />
    </>
  );
}

/** The eighth row takes the rest of the height of the emails. */
const sectionsLook = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
  gridTemplateRows: { lg: "repeat(7, auto) 1fr" },
  alignItems: { lg: "start" },
  gap: 2.5,
};
