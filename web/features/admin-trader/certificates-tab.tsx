import type { ReactNode } from "react";
import type { Certificate } from "../../../src/business/certificates/certificate.schema.ts";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { trpc } from "../../trpc.ts";
import { PermittedButton } from "../../session/permitted-button.tsx";

function useCertificates(userId: number) {
  return trpc.admin.certificates.list.useQuery({ userId });
}

interface CertificatesTabProps {
  userId: number;
  onUpload: () => void;
  /** The table of the certificates. */
  children: (certificates: readonly Certificate[]) => ReactNode;
}

/** The certificates that were issued to a trader. */
export function CertificatesTab({ userId, onUpload, children }: CertificatesTabProps) {
  const query = useCertificates(userId);
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
      <CertificatesState query={query}>{children}</CertificatesState>
    </Panel>
  );
}

interface CertificatesStateProps extends Pick<CertificatesTabProps, "children"> {
  query: ReturnType<typeof useCertificates>;
}

function CertificatesState({ query, children }: CertificatesStateProps) {
  if (query.data?.length === 0) {
    return (
      <EmptyState
        icon="document"
        title="No certificates yet"
        text="Upload a PDF; the trader finds it under Certificates."
      />
    );
  }
  if (query.data) return children(query.data);
  if (query.isError) {
    return <LoadFailure text="Failed to load certificates." onRetry={() => void query.refetch()} />;
  }
  return <TableSkeleton name="Loading certificates" rows={3} />;
}
