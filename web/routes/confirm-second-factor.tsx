import { createFileRoute } from "@tanstack/react-router";
import { PublicLayout } from "../app/layouts/public-layout.tsx";
import { ConfirmFactor } from "../features/second-factor/confirm-factor.tsx";

export const Route = createFileRoute("/confirm-second-factor")({
  component: ConfirmSecondFactorScreen,
  staticData: { title: "Confirm two-step sign-in" },
});

function ConfirmSecondFactorScreen() {
  return (
    <PublicLayout>
      <ConfirmFactor />
    </PublicLayout>
  );
}
