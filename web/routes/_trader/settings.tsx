import Box from "@mui/material/Box";
import { createFileRoute } from "@tanstack/react-router";
import type { DialogSearch } from "../../app/dialogs.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { FactorDialogs, type factorDialogs } from "../../features/second-factor/factor-dialogs.tsx";
import { SecondFactorPanel } from "../../features/second-factor/second-factor-panel.tsx";
import { ChangePasswordForm } from "../../features/settings/change-password-form.tsx";
import { OwnDataPanel } from "../../features/settings/own-data-panel.tsx";
import { ProfileForm } from "../../features/settings/profile-form.tsx";
import { SessionsPanel } from "../../features/settings/sessions-panel.tsx";
import { useSession } from "../../app/session/session.ts";

export const Route = createFileRoute("/_trader/settings")({
  validateSearch: (raw: Record<string, unknown>): DialogSearch<typeof factorDialogs> => raw,
  component: Settings,
  staticData: { title: "Settings" },
});

function Settings() {
  const { data: trader } = useSession();
  if (!trader) return null;
  return (
    <>
      <PageHeader title="Account Settings" />
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "5fr 3fr" },
          alignItems: "start",
          gap: 2,
        }}
      >
        <ProfileForm key={trader.id} trader={trader} />
        <ChangePasswordForm />
        <Box sx={{ gridColumn: "1 / -1" }}>
          <SecondFactorPanel kind="trader" />
        </Box>
        <Box sx={{ gridColumn: "1 / -1" }}>
          <SessionsPanel />
        </Box>
        <Box sx={{ gridColumn: "1 / -1" }}>
          <OwnDataPanel />
        </Box>
      </Box>
      <FactorDialogs kind="trader" />
    </>
  );
}
