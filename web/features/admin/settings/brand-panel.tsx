import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { BrandSettings } from "../../../../src/business/office/brand/brand.schema.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { reloadPage } from "../../../app/document/page-meta.ts";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Fact, Facts, NoValue } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { trpc } from "../../../trpc.ts";
import { AccentSample } from "./accent-sample.tsx";
import { settingsDialogs } from "./settings-dialogs.ts";
import { ChangedFact } from "./settings-panels.tsx";

/** Shows the firm's name, logo, colour and URLs. */
export function BrandPanel() {
  const brand = trpc.admin.settings.brand.get.useQuery(undefined, { refetchOnMount: "always" });
  const open = useOpenDialog(settingsDialogs);
  return (
    <Panel
      title="Brand"
      subtitle="How the firm appears on screens, in emails and in documents."
      aside={
        <PermittedButton
          ability="settings.write"
          size="small"
          aria-label="Change the brand"
          disabled={!brand.data}
          onClick={() => open("brand")}
        >
          Change
        </PermittedButton>
      }
    >
      <Loaded query={brand} noun="the brand" skeleton={4}>
        {(settings) => (
          <>
            <BrandFacts settings={settings} />
            <Logo logoUrl={settings.logoUrl} onUpload={() => open("logo")} />
            {settings.accent === null ? null : <AccentSample accent={settings.accent} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function BrandFacts({ settings }: { settings: BrandSettings }) {
  const { name, defaultName, accent, senderName } = settings;
  return (
    <Facts>
      <Fact name="Name">{name ?? defaultName}</Fact>
      <Fact name="Accent colour">{accent ?? <NoValue>Default</NoValue>}</Fact>
      <Fact name="Email sender">{senderName ?? <NoValue>The firm’s name</NoValue>}</Fact>
      <Fact name="Support">{settings.supportAddress ?? <NoValue>Not set</NoValue>}</Fact>
      <Fact name="Terms">{settings.termsUrl ?? <NoValue>Not set</NoValue>}</Fact>
      <Fact name="Privacy policy">{settings.privacyUrl ?? <NoValue>Not set</NoValue>}</Fact>
      <ChangedFact settings={settings} />
    </Facts>
  );
}

function Logo({ logoUrl, onUpload }: { logoUrl: string | null; onUpload: () => void }) {
  const { failed } = useAdminOutcome();
  const remove = trpc.admin.settings.brand.removeLogo.useMutation({
    onSuccess: reloadPage,
    onError: (error) => failed("Update failed", error),
  });
  return (
    <Stack direction="row" sx={logoLook}>
      {logoUrl === null ? (
        <NoValue>No logo: the default mark is shown</NoValue>
      ) : (
        <Box component="img" src={logoUrl} alt="The firm’s logo" sx={imageLook} />
      )}
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1 }}>
        <PermittedButton ability="settings.write" size="small" onClick={onUpload}>
          Upload Logo
        </PermittedButton>
        {logoUrl === null ? null : (
          <PermittedButton
            ability="settings.write"
            size="small"
            isPending={remove.isPending}
            pendingLabel="Removing..."
            onClick={() => remove.mutate()}
          >
            Remove Logo
          </PermittedButton>
        )}
      </Stack>
    </Stack>
  );
}

const logoLook = {
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: 1.5,
  mt: 2,
};
const imageLook = { maxBlockSize: "3rem", maxInlineSize: "12rem", objectFit: "contain" };
