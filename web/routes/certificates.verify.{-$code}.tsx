import { createFileRoute } from "@tanstack/react-router";
import { VerificationPage } from "../features/certificate-verification/verification-page.tsx";

export const Route = createFileRoute("/certificates/verify/{-$code}")({
  component: VerifyCertificate,
  staticData: { title: "Verify a certificate" },
});

/** The code is part of the URL, so that a certificate can link to its verification. */
function VerifyCertificate() {
  const { code } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <VerificationPage
      code={code}
      onVerify={(verified) => void navigate({ params: { code: verified } })}
    />
  );
}
