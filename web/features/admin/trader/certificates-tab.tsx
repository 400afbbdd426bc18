import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import type { Certificate } from "../../../../src/business/record/certificates/certificate.schema.ts";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { trpc } from "../../../trpc.ts";
import { PermittedButton } from "../../../app/session/permitted.tsx";

interface CertificatesTabProps {
  userId: number;
  onIssue: () => void;
  onUpload: () => void;
  /** Renders the table of certificates. */
  children: (certificates: readonly Certificate[]) => ReactNode;
}

/** Lists the certificates that were issued to a trader. */
export function CertificatesTab({ userId, onIssue, onUpload, children }: CertificatesTabProps) {
  const query = trpc.admin.certificates.list.useQuery({ userId });
  return (
    <Panel
      title="Certificates"
      subtitle="Newest first"
      aside={
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          <PermittedButton ability="certificates.write" size="small" onClick={onUpload}>
            Upload Certificate
          </PermittedButton>
          <PermittedButton
            ability="certificates.write"
            size="small"
            look="primary"
            onClick={onIssue}
          >
            Issue Certificate
          </PermittedButton>
        </Box>
      }
    >
      <Loaded query={query} noun="certificates" skeleton={3}>
        {(certificates) =>
          certificates.length > 0 ? (
            children(certificates)
          ) : (
            <EmptyState
              icon="document"
              title="No certificates yet"
              text="Issue one for a pass or a payout, or upload a PDF. The trader finds it under Certificates."
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
