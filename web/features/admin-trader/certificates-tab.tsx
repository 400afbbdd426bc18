import type { ReactNode } from "react";
import type { Certificate } from "../../../src/business/certificates/certificate.schema.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { trpc } from "../../trpc.ts";
import { PermittedButton } from "../../session/permitted-button.tsx";

interface CertificatesTabProps {
  userId: number;
  onUpload: () => void;
  /** The table of the certificates. */
  children: (certificates: readonly Certificate[]) => ReactNode;
}

/** The certificates that were issued to a trader. */
export function CertificatesTab({ userId, onUpload, children }: CertificatesTabProps) {
  const query = trpc.admin.certificates.list.useQuery({ userId });
  return (
    <Panel
      title="Certificates"
      subtitle="Newest first"
      aside={
        <PermittedButton
          ability="certificates.write"
          size="small"
          look="primary"
          onClick={onUpload}
        >
          Upload Certificate
        </PermittedButton>
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
              text="Upload a PDF; the trader finds it under Certificates."
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
