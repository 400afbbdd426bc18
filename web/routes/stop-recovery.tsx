import { createFileRoute } from "@tanstack/react-router";
import { PublicLayout } from "../app/layouts/public-layout.tsx";
import { StopRecovery } from "../features/second-factor/stop-recovery.tsx";

export const Route = createFileRoute("/stop-recovery")({
  component: StopRecoveryScreen,
  staticData: { title: "Keep your second factor" },
});

function StopRecoveryScreen() {
  return (
    <PublicLayout>
      <StopRecovery />
    </PublicLayout>
  );
}
