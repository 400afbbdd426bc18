import { createFileRoute } from "@tanstack/react-router";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Tabs } from "../../components/tabs/tabs.tsx";
import { CertificateList } from "../../features/certificates/certificate-list.tsx";

export const Route = createFileRoute("/_trader/certificates")({
  component: Certificates,
  staticData: { title: "Certificates" },
});

const tabs = [{ key: "all", label: "All Certificates" }] as const;

function Certificates() {
  return (
    <>
      <PageHeader title="Certificates" subtitle="View and download your trading certificates" />
      <Tabs name="Certificates" tabs={tabs} selected="all" onSelect={() => undefined}>
        <CertificateList />
      </Tabs>
    </>
  );
}
