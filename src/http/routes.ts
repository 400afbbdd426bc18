import type { FastifyInstance } from "fastify";
import { agreementCopy } from "./routes/agreement-copy.ts";
import { auditExport, listExports } from "./routes/exports.ts";
import { appealAttachmentFile, appealAttachmentUpload } from "./routes/appeals.ts";
import { bridgeAccounts, bridgeAnswer, bridgePoll, bridgeStatus, feed } from "./routes/bridge.ts";
import { logoFile, logoUpload } from "./routes/brand-logo.ts";
import { ownCaseFile, traderCaseFile } from "./routes/case-file.ts";
import { certificateFile, certificateUpload } from "./routes/certificates.ts";
import { identityPictureFile, identityPictureUpload } from "./routes/identity-files.ts";
import { ownLinkFile, traderLinkFile } from "./routes/link-file.ts";
import { liveness, readiness } from "./routes/health.ts";
import { demoStatement, statementFile, statementUpload } from "./routes/statements.ts";
import { apiReferenceRoutes, documentRoute } from "./api-reference.ts";
import { hook } from "./routes/hooks.ts";
import { paymentCsv, paymentSepa } from "./routes/payment-export.ts";
import { payoutStatementCopy } from "./routes/payout-statement.ts";
import { ownDataExport, traderDataExport } from "./routes/own-data.ts";
import { ownTradesExport, tradesExport } from "./routes/trades-export.ts";
import { fastifyRoute, type Route, type RouteDeclaration } from "./route.ts";
import { procedures } from "./app-router.ts";
import { trpcRoutes } from "./trpc-routes.ts";

/** The routes that carry their handler. */
export const handledRoutes: Route[] = [
  certificateUpload,
  auditExport,
  certificateFile,
  feed,
  bridgeAccounts,
  bridgeStatus,
  bridgePoll,
  bridgeAnswer,
  hook,
  appealAttachmentUpload,
  appealAttachmentFile,
  statementUpload,
  statementFile,
  demoStatement,
  ownTradesExport,
  tradesExport,
  paymentCsv,
  paymentSepa,
  payoutStatementCopy,
  ...listExports,
  identityPictureUpload,
  identityPictureFile,
  agreementCopy,
  ownCaseFile,
  traderCaseFile,
  ownLinkFile,
  traderLinkFile,
  ownDataExport,
  traderDataExport,
  logoUpload,
  logoFile,
];

/** All routes under `/api` that are not procedures. `registerHealth` and `registerDocs` serve the others. */
export const routes: RouteDeclaration[] = [
  ...handledRoutes,
  readiness,
  liveness,
  documentRoute,
  ...apiReferenceRoutes,
];

/** Throws if a route is registered in this scope without a declaration, because no guard would protect it. */
export function requireDeclaredRoutes(api: FastifyInstance): void {
  const endpoints = [
    ...procedures.flatMap(({ meta }) => meta.rest ?? []),
    ...routes.map(({ rest }) => rest),
    ...trpcRoutes,
  ];
  const declared = new Set(
    endpoints.map((endpoint) => {
      const { method, url } = fastifyRoute(endpoint);
      return `${method} ${api.prefix}${url}`;
    }),
  );
  api.addHook("onRoute", ({ method, url }) => {
    for (const verb of [method].flat()) {
      const name = `${verb === "HEAD" ? "GET" : verb} ${url}`;
      if (!declared.has(name)) throw new Error(`${name} is served but not declared anywhere`);
    }
  });
}
