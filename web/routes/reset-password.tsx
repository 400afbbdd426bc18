import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { MissingToken, ResetPasswordForm } from "../features/passwords/reset-password-form.tsx";
import { PublicLayout, PublicTitle } from "../app/layouts/public-layout.tsx";

export const Route = createFileRoute("/reset-password")({
  component: ResetPassword,
  staticData: { title: "Reset password" },
});

function ResetPassword() {
  const [token] = useState(readToken);
  return (
    <PublicLayout>
      <PublicTitle title="Set a new password">
        {token === "" ? <MissingToken /> : "It needs at least 8 characters."}
      </PublicTitle>
      <ResetPasswordForm token={token} />
    </PublicLayout>
  );
}

/** Reads the URL directly, because the router would parse a token of digits as a number. */
function readToken(): string {
  return new URLSearchParams(window.location.search).get("token") ?? "";
}
