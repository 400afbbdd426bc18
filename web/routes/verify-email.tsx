import { createFileRoute } from "@tanstack/react-router";
import { VerifyEmail } from "../features/email/verify-email.tsx";
import { PublicLayout } from "../app/layouts/public-layout.tsx";

export const Route = createFileRoute("/verify-email")({
  component: VerifyEmailScreen,
  staticData: { title: "Verify email" },
});

function VerifyEmailScreen() {
  return (
    <PublicLayout>
      <VerifyEmail />
    </PublicLayout>
  );
}
