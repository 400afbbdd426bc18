import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { SecondFactorPanel } from "../../features/second-factor/second-factor-panel.tsx";
import { ChangePasswordForm } from "../../features/settings/change-password-form.tsx";
import { OwnDataPanel } from "../../features/settings/own-data-panel.tsx";
import { ProfileForm } from "../../features/settings/profile-form.tsx";
import { SessionsPanel } from "../../features/settings/sessions-panel.tsx";
import styles from "../../features/settings/settings.module.css";
import { useSession } from "../../app/session/session.ts";

export const Route = createFileRoute("/_trader/settings")({
  component: Settings,
  staticData: { title: "Settings" },
});

function Settings() {
  const { data: trader } = useSession();
  if (!trader) return null;
  return (
    <>
      <PageHeader title="Account Settings" />
      <div className={styles.columns}>
        <ProfileForm key={trader.id} trader={trader} />
        <ChangePasswordForm />
        <div className={styles.wide}>
          <SecondFactorPanel kind="trader" />
        </div>
        <div className={styles.wide}>
          <SessionsPanel />
        </div>
        <div className={styles.wide}>
          <OwnDataPanel />
        </div>
      </div>
    </>
  );
}
